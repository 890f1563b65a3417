declare module 'eslint-9-38' {
  export * from 'eslint';
}
declare module 'eslint-9-39' {
  export * from 'eslint';
}
