/** Reads the attribution of an archive, which may hold any HTML: texts and links to web pages are kept. */

import { isHttpUrl } from '@waypost/contract/common/parse-url';
import { archiveLimits } from '@waypost/contract/map-archives/archive-limits';
import type { AttributionPart } from '@waypost/contract/map-archives/map-archives';
import { Parser } from 'htmlparser2';

/** Elements whose content is not text. */
const hiddenElements = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'title']);
const maxParts = 20;

/** Texts and links of an attribution in HTML, at most `archiveLimits.attribution` characters. */
export function readAttribution(html: unknown): AttributionPart[] {
  if (typeof html !== 'string') return [];
  const parts: AttributionPart[] = [];
  let url: string | null = null;
  let hiddenDepth = 0;
  const parser = new Parser({
    onopentag(name, { href }) {
      if (hiddenElements.has(name)) hiddenDepth++;
      if (name === 'a') url = href !== undefined && isHttpUrl(href.trim()) ? href.trim() : null;
    },
    onclosetag(name) {
      if (hiddenElements.has(name)) hiddenDepth--;
      if (name === 'a') url = null;
    },
    ontext(text) {
      if (hiddenDepth > 0) return;
      const last = parts.at(-1);
      if (last && last.url === url) last.text += text;
      else parts.push({ text, url });
    },
  });
  parser.end(html.slice(0, archiveLimits.attribution * 20));
  return tidy(parts);
}

/** Joins spaces, removes invisible characters, and cuts what is too long. */
function tidy(parts: readonly AttributionPart[]): AttributionPart[] {
  let left: number = archiveLimits.attribution;
  const tidied: AttributionPart[] = [];
  for (const part of parts.slice(0, maxParts)) {
    const text = Array.from(part.text.replace(/[\p{C}\s]+/gu, ' '))
      .slice(0, left)
      .join('');
    left -= text.length;
    if (text !== '') tidied.push({ text, url: part.url });
  }
  const [first, last] = [tidied[0], tidied.at(-1)];
  if (first) first.text = first.text.trimStart();
  if (last) last.text = last.text.trimEnd();
  return tidied.filter(({ text }) => text !== '');
}
