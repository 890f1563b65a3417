/** The Terraform files of the cases of all codemods, as they are after their migration. */
import { expectedFiles, loadCases } from '../../scripts/prove/cases.js';

export interface TerraformFile {
  /** `codemod/case/path` */
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Major version of the provider: the one that the case pins, else the one by whose syntax it is written. */
  readonly provider: 4 | 5;
  /** Whether the case lets in a Terraform that knows no removed blocks. */
  readonly isOld: boolean;
}

/** A resource that only provider 5 has, or an attribute that was a block before. */
const OF_FIVE = /"cloudflare_dns_record"|^\s+match\s*=\s*\{/m;

export function terraformFiles(): readonly TerraformFile[] {
  return loadCases().flatMap((one) => {
    const all = [...one.input.values()].map(String).join('\n');
    const pinned = /cloudflare\/cloudflare",?\s+"?version"?\s*[=:]\s*"[^"\d]*(\d)/.exec(all)?.[1];
    const provider = pinned === '5' || (pinned === undefined && OF_FIVE.test(all)) ? 5 : 4;
    return [...expectedFiles(one)]
      .filter(([path]) => /\.(?:(?:tf|tofu)(?:\.json)?|tfvars|hcl)$/.test(path))
      .map(([path, after]) => ({
        name: `${one.codemod}/${one.name}/${path}`,
        before: String(one.input.get(path) ?? ''),
        after: String(after),
        provider,
        isOld: /required_version"?\s*[=:]\s*"(?:~> 1\.[0-6]\.|< 1\.|>= [01]\.[0-6]\b)/.test(all),
      }));
  });
}
