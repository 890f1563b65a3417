import { expect, it } from 'vitest';
import { HOST, planWith } from './project.js';

const COUNT = 2000;
const CALL = `curl -X GET "${HOST}/zones/$ZONE/analytics/dashboard`;

it('marks thousands of calls of one script in a few seconds', async () => {
  const calls = Array.from({ length: COUNT }, (_, index) => `${CALL}?page=${index}"\n`).join('');
  const { files } = await planWith({ 'a.sh': calls }, []);
  expect(files[0]?.after.match(/^# edge-sunset-todo/gm)).toHaveLength(COUNT);
}, 20_000);

it.each([
  ['quotes in commands in quotes', '"$('],
  ['apostrophes', "it's\n"],
  ['here-documents', 'cat <<EOF\n'],
])('marks a call beside thousands of %s that nothing closes', async (_, piece) => {
  const { files } = await planWith({ 'a.sh': `${CALL}"\n${piece.repeat(COUNT)}\n` }, []);
  expect(files[0]?.after.match(/^# edge-sunset-todo/gm)).toHaveLength(1);
}, 20_000);
