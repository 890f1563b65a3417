import type { Envelope, Request } from './types.js';

export async function readZone<T>(
  request: Request,
  zone: string,
  zoneId: string,
  fields: string,
): Promise<T> {
  const query = `query ($zone: String!) { viewer { zones(filter: { zoneTag: $zone }) { ${fields} } } }`;
  const body = { query, variables: { zone: zoneId } };
  //! envelope const answer = await request('POST', `/zones/${zone}/graphql`, body);
  //! envelope return (answer as { viewer: { zones: T[] } }).viewer.zones[0] as T;
  //? envelope {
  //! loose const answer = (await request('POST', `/zones/${zone}/graphql`, body)) as Envelope<Answer>;
  //! loose return { ...answer, result: answer.result.viewer.zones[0] } as T;
  //? loose {
  const answer = (await request('POST', `/zones/${zone}/graphql`, body)) as Envelope<null> & {
    data?: Answer;
  };
  const { data, errors } = answer;
  return { success: !errors?.length, errors: errors ?? [], result: data?.viewer.zones[0] ?? null } as T;
  //? }
  //? }
}

type Answer = { viewer: { zones: unknown[] } };

export const timeOf = (time: unknown) =>
  /^-?\d+$/.test(String(time)) ? Date.now() - Math.abs(Number(time)) * 60_000 : Date.parse(String(time));
