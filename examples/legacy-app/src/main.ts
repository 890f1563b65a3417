import { announceGameServer, editable } from './dns.ts';
import { EdgeClient } from './edge-client.ts';
import { figures } from './figures.ts';
import { block, blocked, unblock } from './firewall.ts';
import { raid, tune } from './tuning.ts';

const [command = 'help', first = '', second = ''] = process.argv.slice(2);

const commands: Record<string, (edge: EdgeClient) => Promise<unknown>> = {
  block: (edge) => block(edge, first, second),
  blocked: async (edge) => (await blocked(edge)).map((rule) => `${rule.id} ${rule.description}`).join('\n'),
  unblock: (edge) => unblock(edge, first),
  tune,
  raid: (edge) => raid(edge, first !== 'over'),
  figures,
  records: async (edge) => (await editable(edge)).map((record) => record.name).join('\n'),
  'game-server': (edge) => announceGameServer(edge, first, Number(second)),
};

const run = commands[command];
if (run === undefined) {
  console.error(`usage: main.ts ${Object.keys(commands).join(' | ')}`);
  process.exitCode = 2;
} else {
  console.log((await run(new EdgeClient())) ?? 'done');
}
