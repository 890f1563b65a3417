/** What a person has to tell the tool, so that nothing is deleted through an API that is gone. */
import type { Difference } from '../../src/migrate/index.js';
import type { RuleGroup } from '../places/declared/model.js';

interface Known {
  readonly type: string;
  readonly tool: string;
  readonly name: { readonly source: string };
}

export function stateDifferences(
  { phase, label }: RuleGroup,
  parts: readonly Known[],
  major: 4 | 5 | null,
  isPython = false,
): readonly Difference[] {
  const [first] = parts;
  const id = `${major === 5 ? 'zones' : 'zone'}/<zone_id>/<ruleset_id>`;
  const old = parts.map(({ type, name }) => `${type} ${name.source}`).join(', ');
  const isCdktf = first?.tool === 'cdktf';
  return [
    {
      name: 'one-ruleset',
      what: `a zone has one ruleset of the phase ${phase}; where it exists already, import it before the first deployment: ${
        isCdktf
          ? `Ruleset.importFrom("${id}") in the constructor`
          : `${isPython ? `import_="${id}"` : `{ import: "${id}" }`} in the options of ${label}`
      }`,
    },
    {
      name: 'state-of-old-resources',
      what: isCdktf
        ? `run terraform state rm in the synthesized stack before cdktf deploy, for ${old}: deleting them would call the API that is gone`
        : `run pulumi state delete <urn> before pulumi up, or deploy them once with ${isPython ? 'retain_on_delete=True' : 'retainOnDelete: true'} before this change, for ${old}: deleting them would call the API that is gone`,
    },
  ];
}
