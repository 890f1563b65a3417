/** What a person has to know where the parts of an SRV record move into its name. */
import type { Difference } from '../../src/migrate/index.js';

export const SRV_STEPS =
  'Write _service._proto.name into the name of the record and remove the three from data.';

export const COMPUTED_NAME: Difference = {
  name: 'computed-name',
  what: 'a name that turns out to be @ at run time stood for the zone, and would now be written behind the labels',
};

export const ZONE_ASSUMED: Difference = {
  name: 'record-of-zone',
  what: 'the domain in data is taken for the zone itself, so the two labels are the whole name of the record',
};

export const SAME_ASSUMED: Difference = {
  name: 'name-in-data',
  what: 'the name in data is computed, and taken for the one that stands behind the labels already',
};

const REPLACED: Readonly<Record<string, (address: string) => string>> = {
  terraform: (address) =>
    `its new name makes Terraform destroy ${address} before it is made again; to keep it, run terraform state rm '${address}' and terraform import '${address}' <zone_id>/<record_id>`,
  cdktf: (address) =>
    `its new name makes Terraform destroy ${address} before it is made again; to keep it, run terraform state rm and import it with Record.importFrom("<zone_id>/<record_id>")`,
  pulumi: (address) =>
    `its new name makes Pulumi replace ${address}, and the API refuses a second record like the first; keep it with pulumi state delete <urn> and { import: "<zone_id>/<record_id>" }, or set deleteBeforeReplace: true`,
  python: (address) =>
    `its new name makes Pulumi replace ${address}, and the API refuses a second record like the first; keep it with pulumi state delete <urn> and pulumi.ResourceOptions(import_="<zone_id>/<record_id>"), or set delete_before_replace=True`,
};

/** Before version 5 of the provider, a record with another name is another record. */
export function replacedRecord(
  language: 'terraform' | 'cdktf' | 'pulumi' | 'python',
  address: string,
): Difference {
  return { name: 'record-replaced', what: REPLACED[language]?.(address) ?? '' };
}
