export const tmpdir = () => '/tmp';
export const homedir = () => '/home';
export const availableParallelism = () => 1;
export const cpus = () => [];
export const totalmem = () => 2 ** 31;
export const freemem = () => 2 ** 31;
export const constants = { signals: {}, errno: {} };
export const EOL = '\n';
