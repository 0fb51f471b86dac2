import { describe, expect, it } from 'vitest';
import { compilePattern, numbersIn } from './matchPattern.ts';

const faultOf = (source: string) => {
  const compiled = compilePattern(source);
  return 'fault' in compiled ? compiled.fault : undefined;
};

describe('an order match regex', () => {
  it.each([
    ['the group named no', String.raw`shop (?<branch>\w+) no (?<no>\d+)`, 'SHOP north NO 10771', ['10771']],
    ['else the first group', String.raw`INV[- ]?(\w+)/(\d+)`, 'upi inv-AB12/9 x', ['ab12']],
    ['else all of it', String.raw`KV\d{6}`, 'UPI/KV123456/okaxis', ['kv123456']],
    ['each of several', String.raw`#(\d+)`, '#10771 #10772', ['10771', '10772']],
    ['nothing too short', String.raw`#(\d+)`, '#7', []],
    ['nothing of an optional group that is missing', String.raw`pay(?:ment)?(\d{4,})?`, 'payment', []],
  ])('finds %s', (_, source, text, numbers) => {
    expect(numbersIn(source, [null, text])).toEqual(numbers);
  });

  it('finds five numbers of a line at most', () => {
    const text = Array.from({ length: 50 }, (__, at) => `#${10_000 + at}`).join(' ');
    expect(numbersIn(String.raw`#(\d+)`, [text])).toHaveLength(5);
  });

  it.each([
    ['(?=INV)', 'regexLookaround', '(?='],
    ['(?<!x)INV', 'regexLookaround', '(?<!'],
    [String.raw`(\d)\1`, 'regexBackReference', String.raw`\1`],
    [String.raw`(?<a>x)\k<a>`, 'regexBackReference', String.raw`\k`],
    ['(', 'regexSyntax', '('],
    ['a{2,1}', 'regexSyntax', '{2,1}'],
    ['(a)(b)(c)(d)(e)(f)(g)(h)(i)', 'regexGroups', undefined],
    [String.raw`(\w{1,90}x){9}`, 'regexLarge', undefined],
    [String.raw`\d*`, 'regexEmpty', undefined],
  ])('is refused as %s', (source, text, part) => {
    expect(faultOf(source)).toMatchObject({ text, values: part === undefined ? {} : { part } });
  });

  it.each(['(a+)+$', '(a|a)*b', '(a*)*b', String.raw`(\w+\s?)+!`, '(x+x+)+y', '(.*.*.*)z'])(
    'runs in time linear in the line, whatever it is: %s',
    (source) => {
      const text = 'ax'.repeat(300);
      const from = performance.now();
      numbersIn(source, [text, text, text]);
      // A backtracking engine needs 2^300 steps for the first of them.
      expect(performance.now() - from).toBeLessThan(5_000);
    },
  );
});
