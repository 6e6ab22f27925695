/** The names of an element of an extract. */
import { asciiDigits } from '@waypost/contract/typed-numbers';
import { foldName, suffixKeys } from '@waypost/survey-logic/fold-name';
import type { Tags } from '../osm/decode-block.ts';

/** Names of something on the map. */
export interface NameTexts {
  name: string;
  /** By language. */
  byLanguage: Record<string, string>;
  /** Former names and those that are also used. */
  others: string[];
}

const maxLetters = 120;
/** Of the number of a house or a road. */
export const maxNumberLetters = 20;
/** Languages of a name. */
const maxLanguages = 40;
const maxOthers = 10;
/** Words of a name from which a search may begin. */
const maxWords = 10;
/** `name:fr`, `name:zh-Hant`; no suffixes such as `name:etymology`. */
const languageKey = /^name:([a-z]{2,3}(?:-[A-Za-z]{2,4})?)$/;
/** Characters that nothing is drawn for, and that may reorder the text around them; but not the joiners that some scripts need. */
const invisible = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/gu;

/** Texts of which the result is kept, and their letters: streets have the same names again and again, and houses the same streets. */
const maxKept = { texts: 50_000, letters: 200 };

/** The function, with its last results. */
function keepResults(compute: (text: string) => string): (text: string) => string {
  const results = new Map<string, string>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    if (results.size >= maxKept.texts) results.clear();
    const result = compute(text);
    if (text.length <= maxKept.letters) results.set(text, result);
    return result;
  };
}

/** A name as it is compared (`foldName`). */
export const foldText = keepResults(foldName);

/** A text of an extract without what could disturb the page, of at most 120 letters. */
export const cleanText = keepResults((text) => {
  const visible = text
    .slice(0, 10 * maxLetters)
    .replace(/[\t\n\r]/g, ' ')
    .replace(invisible, '')
    .replace(/\s+/g, ' ')
    .trim();
  return Array.from(visible).slice(0, maxLetters).join('').trim();
});

/** The beginning of a text, whose letters stay whole. */
export const cutText = (text: string, letters: number): string =>
  text.length <= letters ? text : Array.from(text).slice(0, letters).join('');

/** Something that can be typed: not only punctuation. */
const isSearchable = (text: string): boolean => foldText(text) !== '';

/** Names by language, where they differ from the local name. */
export function readTranslations(tags: Tags, name: string): Record<string, string> {
  const byLanguage: Record<string, string> = {};
  let languages = 0;
  for (const [key, value] of tags) {
    const language = languageKey.exec(key)?.[1];
    if (language === undefined || languages >= maxLanguages) continue;
    const text = cleanText(value);
    if (text === name || !isSearchable(text)) continue;
    byLanguage[language] = text;
    languages++;
  }
  return byLanguage;
}

/** The names in the tags; undefined where there is none. */
export function readNames(tags: Tags): NameTexts | undefined {
  const name = cleanText(tags.get('name') ?? '');
  if (!isSearchable(name)) return undefined;
  const others = ['alt_name', 'old_name']
    .flatMap((key) => (tags.get(key) ?? '').slice(0, maxOthers * maxLetters).split(';'))
    .map(cleanText)
    .filter(isSearchable)
    .slice(0, maxOthers);
  return { name, byLanguage: readTranslations(tags, name), others };
}

const spelledLetters: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  å: 'aa',
  ø: 'oe',
};

/** A name as it is typed without the letters of its language: `Städtle` becomes `staedtle`. Others stay as they are, in small letters. */
export const spellOutLetters = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüåø]/g, (letter) => spelledLetters[letter] ?? letter);

/** What a search can begin with to find the names, and whether it is a whole name. */
export function listKeys({ name, byLanguage, others }: NameTexts): { key: string; is_name: boolean }[] {
  const texts = [name, ...Object.values(byLanguage), ...others];
  const folded = new Set(texts.flatMap((text) => [foldText(text), foldText(spellOutLetters(text))]));
  const endings = new Set(
    [...folded].flatMap((key) => suffixKeys(key).slice(1, maxWords)).filter((key) => !folded.has(key)),
  );
  return [
    ...[...folded].map((key) => ({ key, is_name: true })),
    ...[...endings].map((key) => ({ key, is_name: false })),
  ];
}

/** A house number as it is compared: in small letters without spaces, with the digits 0 to 9. */
export const foldHouseNumber = (number: string): string =>
  asciiDigits(number).normalize('NFKC').toLowerCase().replace(/\s+/g, '');
