import { EdgeError, type EdgeClient } from './edge-client.ts';

interface DnsRecord {
  id: string;
  type: string;
  name: string;
  content: string;
  locked: boolean;
}

/** Announces the game server of a customer, so that players need no port number. */
export async function announceGameServer(edge: EdgeClient, customer: string, port: number): Promise<string> {
  const host = `${customer}.play.example.com`;
  try {
    const record = await edge.post<DnsRecord>(`/zones/${edge.zone}/dns_records`, {
      type: 'SRV',
      name: `_minecraft._tcp.${host}`,
      ttl: 1,
      data: {
        service: '_minecraft',
        proto: '_tcp',
        name: host,
        priority: 0,
        weight: 5,
        port,
        target: 'games.example.com',
      },
    });
    return record.id;
  } catch (error) {
    if (error instanceof EdgeError) {
      const cause = error.errors[0]?.error_chain?.[0];
      if (cause !== undefined) throw new Error(`${host}: ${cause.message}`);
    }
    throw error;
  }
}

/** Records a customer may change in the panel. */
export async function editable(edge: EdgeClient): Promise<DnsRecord[]> {
  const records = await edge.get<DnsRecord[]>(`/zones/${edge.zone}/dns_records`);
  return records.filter((record) => !record.locked);
}
