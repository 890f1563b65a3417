/**
 * The part of ESTree (with TypeScript and JSX) that the reader looks at. Positions are `range`, the one notation
 * that every parser can be asked for; the reader's own trees get it when they are handed on, see `positions.ts`. `parent` is set by the module's own walk where the parser
 * leaves it out. Kinds of nodes that are not listed are walked, never looked at.
 */

export interface Base {
  range: [number, number];
  parent?: Node;
}

export interface Identifier extends Base {
  type: 'Identifier';
  name: string;
  typeAnnotation?: TypeAnnotation | null;
}
export interface PrivateIdentifier extends Base {
  type: 'PrivateIdentifier';
  name: string;
}
export interface ThisExpression extends Base {
  type: 'ThisExpression';
}
export interface Super extends Base {
  type: 'Super';
}
export interface Literal extends Base {
  type: 'Literal';
  value: unknown;
  raw?: string;
}
export interface TemplateElement extends Base {
  type: 'TemplateElement';
  value: { raw: string; cooked?: string | null };
}
export interface TemplateLiteral extends Base {
  type: 'TemplateLiteral';
  quasis: TemplateElement[];
  expressions: Node[];
}
export interface TaggedTemplate extends Base {
  type: 'TaggedTemplateExpression';
  tag: Node;
  quasi: TemplateLiteral;
}
export interface Binary extends Base {
  type: 'BinaryExpression';
  operator: string;
  left: Node;
  right: Node;
}
export interface Logical extends Base {
  type: 'LogicalExpression';
  operator: '&&' | '||' | '??';
  left: Node;
  right: Node;
}
export interface Unary extends Base {
  type: 'UnaryExpression';
  operator: string;
  argument: Node;
}
export interface Update extends Base {
  type: 'UpdateExpression';
  argument: Node;
}
export interface Conditional extends Base {
  type: 'ConditionalExpression';
  test: Node;
  consequent: Node;
  alternate: Node;
}
export interface Assignment extends Base {
  type: 'AssignmentExpression';
  operator: string;
  left: Node;
  right: Node;
}
export interface Sequence extends Base {
  type: 'SequenceExpression';
  expressions: Node[];
}
export interface Member extends Base {
  type: 'MemberExpression';
  object: Node;
  property: Node;
  computed: boolean;
  optional?: boolean;
}
export interface Call extends Base {
  type: 'CallExpression';
  callee: Node;
  arguments: Node[];
}
export interface New extends Base {
  type: 'NewExpression';
  callee: Node;
  arguments: Node[];
}
export interface ImportExpression extends Base {
  type: 'ImportExpression';
  source: Node;
}
export interface ArrayExpression extends Base {
  type: 'ArrayExpression';
  elements: (Node | null)[];
}
export interface ObjectExpression extends Base {
  type: 'ObjectExpression';
  properties: (Property | Spread)[];
}
export interface Property extends Base {
  type: 'Property';
  key: Node;
  value: Node;
  computed: boolean;
  shorthand: boolean;
  kind: 'init' | 'get' | 'set';
}
export interface Spread extends Base {
  type: 'SpreadElement';
  argument: Node;
}
export interface Rest extends Base {
  type: 'RestElement';
  argument: Node;
}
export interface ObjectPattern extends Base {
  type: 'ObjectPattern';
  properties: (Property | Rest)[];
  typeAnnotation?: TypeAnnotation | null;
}
export interface ArrayPattern extends Base {
  type: 'ArrayPattern';
  elements: (Node | null)[];
  typeAnnotation?: TypeAnnotation | null;
}
export interface AssignmentPattern extends Base {
  type: 'AssignmentPattern';
  left: Node;
  right: Node;
}
export interface Wrapper extends Base {
  type:
    | 'ChainExpression'
    | 'ParenthesizedExpression'
    | 'TSAsExpression'
    | 'TSSatisfiesExpression'
    | 'TSNonNullExpression'
    | 'TSTypeAssertion'
    | 'TSInstantiationExpression';
  expression: Node;
  typeAnnotation?: Node;
}
export interface Await extends Base {
  type: 'AwaitExpression' | 'YieldExpression';
  argument: Node | null;
  /** `yield* list`. */
  delegate?: boolean;
}
export interface FunctionNode extends Base {
  type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression';
  id?: Identifier | null;
  params: Node[];
  body: Node | null;
  async?: boolean;
  generator?: boolean;
  returnType?: TypeAnnotation | null;
}
export interface ParameterProperty extends Base {
  type: 'TSParameterProperty';
  parameter: Node;
}
export interface ClassNode extends Base {
  type: 'ClassDeclaration' | 'ClassExpression';
  id?: Identifier | null;
  superClass: Node | null;
  decorators?: readonly { readonly expression: Node }[];
  implements?: readonly { readonly expression: Node }[];
  body: ClassBody;
}
export interface ClassBody extends Base {
  type: 'ClassBody';
  body: Node[];
}
export interface Method extends Base {
  type: 'MethodDefinition';
  key: Node;
  value: FunctionNode;
  kind: 'constructor' | 'method' | 'get' | 'set';
  static: boolean;
  computed: boolean;
}
export interface Field extends Base {
  type: 'PropertyDefinition' | 'AccessorProperty';
  key: Node;
  value: Node | null;
  static: boolean;
  computed: boolean;
  typeAnnotation?: TypeAnnotation | null;
}
export interface StaticBlock extends Base {
  type: 'StaticBlock';
  body: Node[];
}
/** The expressions in the template of a component, as statements; no parser's own. */
export interface ComponentTemplate extends Base {
  type: 'ComponentTemplate';
  body: Node[];
}
export interface Program extends Base {
  type: 'Program';
  body: Node[];
}
export interface Block extends Base {
  type: 'BlockStatement';
  body: Node[];
}
export interface ExpressionStatement extends Base {
  type: 'ExpressionStatement';
  expression: Node;
}
export interface VariableDeclaration extends Base {
  type: 'VariableDeclaration';
  kind: string;
  declarations: Declarator[];
}
export interface Declarator extends Base {
  type: 'VariableDeclarator';
  id: Node;
  init: Node | null;
}
export interface Return extends Base {
  type: 'ReturnStatement' | 'ThrowStatement';
  argument: Node | null;
}
export interface If extends Base {
  type: 'IfStatement';
  test: Node;
  consequent: Node;
  alternate: Node | null;
}
export interface Switch extends Base {
  type: 'SwitchStatement';
  discriminant: Node;
  cases: SwitchCase[];
}
export interface SwitchCase extends Base {
  type: 'SwitchCase';
  test: Node | null;
  consequent: Node[];
}
export interface ForEach extends Base {
  type: 'ForOfStatement' | 'ForInStatement';
  left: Node;
  right: Node;
  body: Node;
}
export interface Loop extends Base {
  type: 'ForStatement' | 'WhileStatement' | 'DoWhileStatement';
  body: Node;
}
export interface Try extends Base {
  type: 'TryStatement';
  block: Block;
  handler: Catch | null;
  finalizer: Block | null;
}
export interface Catch extends Base {
  type: 'CatchClause';
  param: Node | null;
  body: Block;
}
export interface Jump extends Base {
  type: 'BreakStatement' | 'ContinueStatement';
}
export interface ImportDeclaration extends Base {
  type: 'ImportDeclaration';
  source: Literal;
  specifiers: ImportSpecifier[];
}
export interface ImportSpecifier extends Base {
  type: 'ImportSpecifier' | 'ImportDefaultSpecifier' | 'ImportNamespaceSpecifier';
  imported?: Node;
  local: Identifier;
}
export interface ExportNamed extends Base {
  type: 'ExportNamedDeclaration';
  declaration: Node | null;
  specifiers: ExportSpecifier[];
  source: Literal | null;
}
export interface ExportSpecifier extends Base {
  type: 'ExportSpecifier';
  local: Node;
  exported: Node;
}
export interface ExportDefault extends Base {
  type: 'ExportDefaultDeclaration';
  declaration: Node;
}
export interface ExportAll extends Base {
  type: 'ExportAllDeclaration';
  source: Literal;
  exported: Node | null;
}
export interface ExportAssignment extends Base {
  type: 'TSExportAssignment';
  expression: Node;
}
export interface ImportEquals extends Base {
  type: 'TSImportEqualsDeclaration';
  id: Identifier;
  moduleReference: Node;
}
export interface ExternalModule extends Base {
  type: 'TSExternalModuleReference';
  expression: Node;
}
export interface Enum extends Base {
  type: 'TSEnumDeclaration';
  id: Identifier;
  members?: EnumMember[];
  body?: { members: EnumMember[] };
}
export interface EnumMember extends Base {
  type: 'TSEnumMember';
  id: Node;
  initializer?: Node | null;
}
export interface TypeAnnotation extends Base {
  type: 'TSTypeAnnotation';
  typeAnnotation: Node;
}
export interface TypeReference extends Base {
  type: 'TSTypeReference';
  typeName: Node;
  typeArguments?: { params: Node[] } | null;
}
export interface TypeAlias extends Base {
  type: 'TSTypeAliasDeclaration';
  id: Identifier;
  typeAnnotation: Node;
}
export interface Interface extends Base {
  type: 'TSInterfaceDeclaration';
  id: Identifier;
  body: { body: Node[] };
}
export interface TypeLiteral extends Base {
  type: 'TSTypeLiteral';
  members: Node[];
}
export interface PropertySignature extends Base {
  type: 'TSPropertySignature';
  key: Node;
  computed: boolean;
  optional?: boolean;
  typeAnnotation?: TypeAnnotation | null;
}
export interface UnionType extends Base {
  type: 'TSUnionType';
  types: Node[];
}
export interface FunctionType extends Base {
  type: 'TSFunctionType';
  returnType?: TypeAnnotation | null;
}
export interface LiteralType extends Base {
  type: 'TSLiteralType';
  literal: Node;
}
export interface JsxElement extends Base {
  type: 'JSXElement';
  openingElement: JsxOpening;
}
export interface JsxOpening extends Base {
  type: 'JSXOpeningElement';
  name: Node;
  attributes: Node[];
}
export interface JsxAttribute extends Base {
  type: 'JSXAttribute';
  name: JsxName;
  value: Node | null;
}
export interface JsxSpread extends Base {
  type: 'JSXSpreadAttribute';
  argument: Node;
}
export interface JsxName extends Base {
  type: 'JSXIdentifier';
  name: string;
}
export interface JsxContainer extends Base {
  type: 'JSXExpressionContainer';
  expression: Node;
}

export interface JsxText extends Base {
  type: 'JSXText';
  value: string;
}

export type Node =
  | Identifier
  | PrivateIdentifier
  | ThisExpression
  | Super
  | Literal
  | TemplateElement
  | TemplateLiteral
  | TaggedTemplate
  | Binary
  | Logical
  | Unary
  | Update
  | Conditional
  | Assignment
  | Sequence
  | Member
  | Call
  | New
  | ImportExpression
  | ArrayExpression
  | ObjectExpression
  | Property
  | Spread
  | Rest
  | ObjectPattern
  | ArrayPattern
  | AssignmentPattern
  | Wrapper
  | Await
  | FunctionNode
  | ParameterProperty
  | ClassNode
  | ClassBody
  | Method
  | Field
  | StaticBlock
  | ComponentTemplate
  | Program
  | Block
  | ExpressionStatement
  | VariableDeclaration
  | Declarator
  | Return
  | If
  | Switch
  | SwitchCase
  | ForEach
  | Loop
  | Try
  | Catch
  | Jump
  | ImportDeclaration
  | ImportSpecifier
  | ExportNamed
  | ExportSpecifier
  | ExportDefault
  | ExportAll
  | ExportAssignment
  | ImportEquals
  | ExternalModule
  | Enum
  | EnumMember
  | TypeAnnotation
  | TypeReference
  | TypeAlias
  | Interface
  | TypeLiteral
  | PropertySignature
  | UnionType
  | FunctionType
  | LiteralType
  | JsxElement
  | JsxSpread
  | JsxOpening
  | JsxAttribute
  | JsxName
  | JsxContainer
  | JsxText;

export type NodeOf<T extends Node['type']> = Extract<Node, { type: T }>;
