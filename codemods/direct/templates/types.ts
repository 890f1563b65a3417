export type Rule = Record<string, unknown>;

export type Ruleset = { id: string; kind: string; phase: string; rules?: Rule[] };

export type Envelope<T> = { success: boolean; result: T; errors: { code: number; message: string }[] };

export type Page<T> = Envelope<T[]> & {
  result_info: { page: number; per_page: number; count: number; total_count: number; total_pages: number };
};

export type Request = (method: string, path: string, body?: object) => Promise<unknown>;

/** Stands for the mapping of the codemod. */
export function toOldRule<T>(rule: Rule): T {
  return rule as T;
}

/** Stands for the mapping of the codemod in the other direction. */
export function toRule(rule: object): Rule {
  return rule as Rule;
}

/** Stands for what a query asks for. */
export function isAskedFor(rule: Rule, query: object): boolean {
  return Object.entries(query).every(([name, value]) => rule[name] === value);
}

/** Stands for a request whose response is handed on as it is. */
export async function respond(request: Request, ...sent: Parameters<Request>): Promise<Response> {
  return (await request(...sent)) as Response;
}
