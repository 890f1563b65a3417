import { describe, expect, test } from 'vitest';
import { configurationOf, referencesAround } from '../../../src/read/terraform/configurations.js';
import { isGivenToModule } from '../../../src/read/terraform/module-source.js';
import { calledResources, callsOf } from '../../../src/read/terraform/modules.js';
import { type Files, plain, programOf } from '../text/support.js';

const MODULE =
  'resource "cloudflare_ruleset" "waf" {\n  rules = var.rules\n  note = local.note\n}\nlocals {\n  note = "own"\n}\n';

/** Folder and inputs of each call in the first file. */
function calls(files: Files): readonly unknown[] {
  const { file, program } = opened(files);
  return callsOf(file, referencesAround(file, program), program).map(({ folder, inputs }) => [
    folder,
    Object.fromEntries([...inputs].map(([name, value]) => [name, plain(value)])),
  ]);
}

/** Attributes of the resources that the first file reaches. */
function reached(files: Files): readonly unknown[] {
  const { file, program } = opened(files);
  const references = referencesAround(file, program);
  return callsOf(file, references, program).flatMap((call) =>
    [...calledResources(call, file, { references, program })].map(({ attributes }) => plain(attributes)),
  );
}

function opened(files: Files) {
  const paths = Object.keys(files);
  const program = {
    ...programOf(files),
    folders: (folder: string) => (folder === '' ? ['modules'] : []),
    filesEndingWith: (ending: string) => paths.filter((path) => path.endsWith(ending)),
  };
  const file = program.file(paths[0] ?? '');
  if (file === null) throw new Error('no file to read');
  return { file, program };
}

describe('the folder of a module', () => {
  test.each([
    ['a folder beside', 'module "a" {\n  source = "./m"\n}', 'live/a/m'],
    ['a folder above', 'module "a" {\n  source = "../../modules/zone/"\n}', 'modules/zone'],
    ['a registry', 'module "a" {\n  source = "acme/zone/any"\n}', null],
    ['a repository', 'module "a" {\n  source = "git::https://git.example.com/m.git"\n}', null],
    ['out of the root', 'module "a" {\n  source = "../../../m"\n}', null],
    ['an absolute path', 'module "a" {\n  source = "/m"\n}', null],
    ['a computed one', 'module "a" {\n  source = "./${var.name}"\n}', null],
    ['none', 'module "a" {\n  x = 1\n}', null],
  ])('%s', (_name, text, folder) => {
    expect(calls({ 'live/a/main.tf': text })).toEqual(folder === null ? [] : [[folder, {}]]);
  });

  test.each([
    ['relative', '"../../modules//zone"', 'modules/zone'],
    ['with a reference', '"../../modules//zone?ref=v1"', 'modules/zone'],
    ['the root', '"${get_repo_root()}//modules/zone"', 'modules/zone'],
    ['the way to the root', '"${get_path_to_repo_root()}/modules/zone"', 'modules/zone'],
    ['its own folder', '"${get_terragrunt_dir()}/../m"', 'live/m'],
    ['where it is run', '"${get_original_terragrunt_dir()}/m"', 'live/a/m'],
    ['a folder that is found above', '"${find_in_parent_folders("modules")}/zone"', 'modules/zone'],
    ['a file that is found above', '"${dirname(find_in_parent_folders("env.hcl"))}/m"', 'live/m'],
    ['the file of its kind above', '"${dirname(find_in_parent_folders())}/m"', 'live/m'],
    ['a call alone', 'dirname(find_in_parent_folders("env.hcl"))', 'live'],
    ['a local', '"${local.modules}/zone"', 'modules/zone'],
    ['what is nowhere above', '"${find_in_parent_folders("other")}/zone"', null],
    ['a file beside it', '"${dirname(find_in_parent_folders("beside.hcl"))}/m"', null],
    ['a path through folders above', '"${find_in_parent_folders("../modules")}/m"', null],
    ['the environment', '"${get_env("M")}/zone"', null],
    ['a command', '"${run_cmd("pwd")}/zone"', null],
    ['a function with an argument too many', '"${get_repo_root("x")}/m"', null],
    ['a repository', '"git::https://git.example.com/m.git//zone"', null],
    ['a registry', '"tfr://registry.example.com/acme/zone/any"', null],
    ['out of the root', '"${get_repo_root()}/../m"', null],
    ['a local that stands for itself', '"${local.self}/m"', null],
    ['an absolute path', '"/modules/zone"', null],
    ['an absolute path in a call', '"${dirname("/etc/m")}/zone"', null],
  ])('in Terragrunt: %s', (_name, source, folder) => {
    const text = `locals {\n  modules = "../../modules"\n  self = "\${local.self}"\n}\nterraform {\n  source = ${source}\n}\ninputs = {\n  a = 1\n}\n`;
    const files = { 'live/a/terragrunt.hcl': text, 'live/env.hcl': '', 'live/terragrunt.hcl': '' };
    expect(calls({ ...files, 'live/a/beside.hcl': '' })).toEqual(folder === null ? [] : [[folder, { a: 1 }]]);
  });
});

describe('what a module is given', () => {
  test('all but what the block says of itself, once for each item', () => {
    const text =
      'module "a" {\n  for_each = { x = 1, y = 2 }\n  source = "./m"\n  providers = {}\n  name = each.key\n  other = local.here\n}\nlocals {\n  here = "h"\n}\n';
    expect(calls({ 'main.tf': text })).toEqual([
      ['m', { name: 'x', other: 'h' }],
      ['m', { name: 'y', other: 'h' }],
    ]);
  });

  test('inputs of a file over those it includes', () => {
    const child =
      'include "c" {\n  path = find_in_parent_folders("common.hcl")\n}\ninputs = {\n  a = "own"\n}\n';
    const common =
      'terraform {\n  source = "${get_repo_root()}/m"\n}\ninputs = {\n  a = "common"\n  b = "common"\n}\n';
    const expected = [['m', { a: 'own', b: 'common' }]];
    expect(calls({ 'live/terragrunt.hcl': child, 'common.hcl': common })).toEqual(expected);
    expect(calls({ 'common.hcl': common, 'live/terragrunt.hcl': child })).toEqual(expected);
    expect(calls({ 'other.hcl': common, 'common.hcl': common, 'live/terragrunt.hcl': child })).toEqual([]);
  });

  test('values of variables are for the module of their folder', () => {
    expect(calls({ 'm/production.tfvars': 'a = "x"\n' })).toEqual([['m', { a: 'x' }]]);
    expect(calls({ 'm/main.tf': 'a = "x"\n' })).toEqual([]);
  });
});

describe('resources of a called module', () => {
  test('get the values of the caller, and names of their own module', () => {
    const main = 'module "a" {\n  source = "./m"\n  rules = [{ action = "block", note = local.note }]\n}\n';
    expect(reached({ 'main.tf': main, 'm/main.tf': MODULE })).toEqual([
      { note: 'own', rules: [{ action: 'block', note: '{}' }] },
    ]);
  });

  test('through a module between', () => {
    const main = 'module "a" {\n  source = "./between"\n  rules = ["x"]\n}\n';
    const between = 'module "b" {\n  source = "../m"\n  rules = var.rules\n}\n';
    expect(reached({ 'main.tf': main, 'between/main.tf': between, 'm/main.tf': MODULE })).toEqual([
      { note: 'own', rules: ['x'] },
    ]);
  });

  test('modules that call themselves many times end', () => {
    const call = 'module "a" {\n  source = "./"\n  rules = ["x"]\n}\n';
    expect(reached({ 'main.tf': `${call.repeat(60)}${MODULE}` }).length).toBeLessThan(3000);
  });

  test('not where nothing of the caller reaches them, nor those of other providers', () => {
    const main = 'module "a" {\n  source = "./m"\n  other = ["x"]\n}\n';
    expect(reached({ 'main.tf': main, 'm/main.tf': MODULE })).toEqual([]);
    const fastly = MODULE.replace('cloudflare_ruleset', 'fastly_ruleset');
    expect(reached({ 'main.tf': main.replace('other', 'rules'), 'm/main.tf': fastly })).toEqual([]);
  });
});

test('what is given to a module is told from the rest', () => {
  const { file } = opened({
    'terragrunt.hcl': 'locals {\n  a = 1\n}\ninputs = {\n  b = 2\n}\nmodule "m" {\n  c = 3\n}\n',
  });
  expect(configurationOf(file).body.attributes).toHaveLength(1);
  expect(['a = 1', 'b = 2', 'c = 3'].map((one) => isGivenToModule(file, file.text.indexOf(one)))).toEqual([
    false,
    true,
    true,
  ]);
});
