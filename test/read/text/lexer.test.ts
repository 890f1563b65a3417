import { describe, expect, test } from 'vitest';
import { syntaxOf } from '../../../src/read/languages.js';
import { lex } from '../../../src/read/text/lexing/lexer.js';

/** Tokens as text: strings in guillemets with `#` for holes, comments as `~`, line ends as `/`. */
function tokens(language: string, source: string): string {
  const syntax = syntaxOf(language);
  if (syntax === null) throw new Error(`no syntax for ${language}`);
  return lex(source, syntax)
    .map((token) => {
      switch (token.kind) {
        case 'string':
          return `«${token.parts.map((part) => (part.kind === 'text' ? part.text : '#')).join('')}»`;
        case 'comment':
          return '~';
        case 'newline':
          return '/';
        default:
          return token.text;
      }
    })
    .join(' ');
}

describe('tokens', () => {
  test.each([
    ['python', 'x = f"a{b}c" \'d\' # e', 'x = «a#c» «d» ~'],
    ['python', 'r"\\d" rb\'x\' """a\nb"""', '«\\d» «x» «a\nb»'],
    ['python', 'f"{{x}} {y!r:>{w}}"', '«{x} #»'],
    ['go', 'x := `a\n${b}` + "c\\n" // d', 'x := «a\n${b}» + «c\n» ~'],
    ['php', '<?php $a->b("x {$c} $d->e") ?> <b>it\'s</b> <?= 1', '< ? php $a -> b ( «x # #» ) ~ = 1'],
    ['php', '<?php $x = <<<EOT\na $b\nEOT;', '< ? php $x = «a #\n» ;'],
    ['ruby', 'x = %w[a b] << "c#{d}"', 'x = [ «a» , «b» ] << «c#»'],
    ['ruby', 'f(<<~A, 1)\n  x #{y}\nA\nz', 'f ( «  x #\n» , 1 ) / / z'],
    ['ruby', 'a / b / c; x =~ /d"e/', 'a / b / c ; x =~ ~'],
    ['ruby', 'a % b', 'a % b'],
    ['java', 'String s = "a\\"b"; char c = \'"\';', 'String s = «a"b» ; char c = «"» ;'],
    ['kotlin', '"$a.b ${c.d}" /* /* */ */ x', '«#.b #» ~ x'],
    ['csharp', '$"{A}/{b:D2}" @"c:\\d" $@"{e}""f"', '«#/#» «c:\\d» «#"f»'],
    [
      'rust',
      'r#"a"b"# \'x\' &\'a str "c\\\n   d"',
      "«a\"b» 'x' & 'a str «cd»".replace("'x'", "' x '").replace("'a str", "' a str"),
    ],
    ['lua', 'a .. [[b]] -- c', 'a .. «b» ~'],
    ['perl', 'my $x = qq{a}; "b $c";', 'my $x = «a» ; «b #» ;'],
    ['elixir', '~s(a #{b}) <> "c"', '«a #» <> «c»'],
    ['swift', '"a \\(b) c"', '«a # c»'],
    ['dart', "'$a ${b.c}' r'$d'", '«# #» «$d»'],
    ['scala', 's"$a ${b}" "c $d"', '«# #» «c $d»'],
    ['powershell', "\"a $b $($c.d)\" 'e''f' <# g #>", "«a # #» «e'f» ~"],
    ['javascript', '`a ${b}` + /"/g', '«a #» + ~'],
  ])('%s: %s', (language, source, expected) => {
    expect(tokens(language, source)).toBe(expected);
  });

  test.each([
    ['python', (long: string) => `f"${long}{b}"`],
    ['ruby', (long: string) => `"${long}#{b}"`],
    ['php', (long: string) => `<?php "${long}$b"`],
  ])('%s: a hole stands behind a long text, too', (language, source) => {
    const long = 'a '.repeat(200);
    expect(tokens(language, source(long))).toContain(`«${long}#»`);
  });

  test('an unclosed text is a lone mark, and the line after it is read', () => {
    expect(tokens('go', 'x = "a\ny = "b"')).toBe('x = " a / y = «b»');
  });

  test('offsets of escaped characters', () => {
    const syntax = syntaxOf('python');
    const [token] = syntax === null ? [] : lex('"a\\n\\u0041b"', syntax);
    const [part] = token?.kind === 'string' ? token.parts : [];
    expect(part?.kind === 'text' ? [part.text, part.offsets] : null).toEqual(['a\nAb', [1, 2, 4, 10, 11]]);
  });
});
