/**
 * Checks the translation catalogues of client and server, and their use. Fails for a used key that English lacks, for an unused
 * key, and for a key in two areas. Keys built at run time are declared in a comment of the file that builds them:
 * `keys: fault.* problem.*`. For other languages it fails for keys that English lacks, for differing placeholders, tags and plural
 * forms, and, if strict, for missing keys. `--missing ar` lists the missing keys of a language.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '../lib/paths.mjs';
import { listSourceFiles } from '../lib/source-files.mjs';

/** Whether missing keys fail the check or are only reported. Those in `untranslated.json` are only reported. */
const STRICT = true;

const PLURAL = /_(zero|one|two|few|many|other)$/;
const problems = [];
const addProblem = (text) => problems.push(text);

const tagsOf = (text) => [...text.matchAll(/<\/?\w+\s*\/?>/g)].map(([tag]) => tag.replace(/\s/g, ''));
const placeholdersOf = (text) => [...text.matchAll(/\{\{[^}]*\}\}/g)].map(([it]) => it.replace(/\s/g, ''));
const isCount = (placeholder) => /^\{\{count\b/.test(placeholder);

const flattenKeys = (texts, prefix = '') =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flattenKeys(value, `${prefix}${key}.`),
  );
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

function subfolders(path) {
  return readdirSync(path, { withFileTypes: true })
    .filter((it) => it.isDirectory())
    .map((it) => it.name);
}

/** Plural forms, with the count of whole numbers of each. */
function pluralForms(language) {
  // No plural tables have Haitian Creole; it has two forms.
  if (language === 'ht')
    return new Map([
      ['one', 1],
      ['other', 2],
    ]);
  const rules = new Intl.PluralRules(language);
  const forms = new Map(rules.resolvedOptions().pluralCategories.map((form) => [form, 0]));
  for (let count = 0; count < 200; count++) {
    const form = rules.select(count);
    forms.set(form, (forms.get(form) ?? 0) + 1);
  }
  return forms;
}

/**
 * @param folder the folder of the catalogue
 * @param sources the source folder that uses it
 * @returns the English keys, their areas, and the missing keys by language
 */
function checkCatalogue(folder, sources) {
  const wordsIn = (file) => new Map(flattenKeys(read(inRoot(folder, file))));
  /** The first area is common to all screens; each other one belongs to a part of the client. */
  const areas = ['', ...subfolders(inRoot(folder)).map((name) => `${name}/`)];
  const languages = readdirSync(inRoot(folder))
    .filter((it) => it.endsWith('.json') && it !== 'en.json')
    .map((it) => it.slice(0, -'.json'.length));

  const english = new Map();
  const areaOf = new Map();
  for (const area of areas)
    for (const [key, text] of wordsIn(`${area}en.json`)) {
      if (english.has(key)) addProblem(`"${key}" is in ${areaOf.get(key)}en.json and in ${area}en.json`);
      english.set(key, text);
      areaOf.set(key, area);
    }

  checkUse();
  return {
    english,
    areaOf,
    missing: new Map(languages.map((language) => [language, checkLanguage(language)])),
  };

  /** English: every used key exists, and every key is used. */
  function checkUse() {
    const singular = new Set([...english.keys()].map((key) => key.replace(PLURAL, '')));
    const has = (key) => english.has(key) || singular.has(key);
    const literals = new Set();
    const prefixes = new Set();
    for (const path of listSourceFiles(sources)) {
      if (/\.(?:test|gen)\.tsx?$/.test(path)) continue;
      const text = readFileSync(inRoot(path), 'utf8');
      const usedKeys = [
        ...text.matchAll(/(?<![\w.])t\(\s*'([^']+)'/g),
        ...text.matchAll(/i18nKey="([^"]+)"/g),
      ];
      for (const [, key] of usedKeys)
        if (!has(key)) addProblem(`${path}: uses "${key}", which is not in English`);
      // Any quoted text that is a key counts as its use: keys are passed on as props, too.
      for (const [, literal] of text.matchAll(/['"]([\w-]+(?:\.[\w-]+)+)['"]/g)) literals.add(literal);
      for (const [, start] of text.matchAll(/`([\w-]+(?:\.[\w-]+)*\.)\$\{/g)) prefixes.add(start);
      for (const [, list] of text.matchAll(/keys: ((?:[\w.-]+\.\*\s*)+)/g))
        for (const pattern of list.trim().split(/\s+/)) prefixes.add(pattern.slice(0, -1));
    }
    const isUsed = (key) =>
      literals.has(key) ||
      literals.has(key.replace(PLURAL, '')) ||
      [...prefixes].some((prefix) => key.startsWith(prefix));
    for (const key of english.keys())
      if (!isUsed(key)) addProblem(`${areaOf.get(key)}en.json: "${key}" is not used`);
  }

  /** @returns the missing keys of the language */
  function checkLanguage(language) {
    const forms = pluralForms(language);
    const wanted = new Map();
    for (const [key, text] of english) {
      const stem = key.replace(PLURAL, '');
      if (stem === key || !english.has(`${stem}_other`)) wanted.set(key, { text, area: areaOf.get(key) });
      else
        for (const [form, numbers] of forms) {
          const like = english.get(`${stem}_${form}`) ?? english.get(`${stem}_other`);
          wanted.set(`${stem}_${form}`, { text: like, area: areaOf.get(key), numbers });
        }
    }
    const lacks = new Set(wanted.keys());
    for (const area of areas) {
      let texts;
      try {
        texts = wordsIn(`${area}${language}.json`);
      } catch (error) {
        if (error.code !== 'ENOENT') throw error;
        continue;
      }
      for (const [key, text] of texts) {
        const where = `${area}${language}.json: "${key}"`;
        const like = wanted.get(key);
        lacks.delete(key);
        if (!like) addProblem(`${where} is not in English, or is no plural form of this language`);
        else if (like.area !== area) addProblem(`${where} belongs to ${like.area}${language}.json`);
        else for (const what of differences(key, text, like)) addProblem(`${where} ${what}`);
      }
    }
    return [...lacks];
  }

  function* differences(key, text, { text: like, numbers }) {
    if (text.trim() === '') yield 'is empty';
    const inOrder = (tags) => tags.sort((a, b) => a.localeCompare(b)).join();
    if (inOrder(tagsOf(text)) !== inOrder(tagsOf(like))) yield `has other tags than "${like}"`;
    const has = new Set(placeholdersOf(text));
    const isPlural = numbers !== undefined;
    const others = isPlural ? (english.get(key.replace(PLURAL, '_other')) ?? like) : like;
    const knownPlaceholders = new Set([...placeholdersOf(like), ...placeholdersOf(others)]);
    for (const it of has) if (!knownPlaceholders.has(it)) yield `has ${it}, which English has not`;
    for (const it of placeholdersOf(like))
      if (!has.has(it) && !(isPlural && isCount(it))) yield `lacks ${it}`;
    // A form for one number, or for zero and one, may spell it out; forms for more must contain the number.
    if (isPlural && numbers > 2 && placeholdersOf(others).some(isCount) && ![...has].some(isCount))
      yield 'stands for several numbers and contains none';
  }
}

const catalogues = [
  ['apps/web/src/locales', 'apps/web/src'],
  ['apps/server/src/i18n/locales', 'apps/server/src'],
].map(([folder, sources]) => ({ folder, ...checkCatalogue(folder, sources) }));

const untranslatedKeys = new Set(read(inRoot('tools/checks/untranslated.json')));
for (const key of untranslatedKeys)
  if (!catalogues.some(({ english }) => english.has(key)))
    addProblem(`untranslated.json: "${key}" is not in English`);
const isUntranslated = (key) =>
  untranslatedKeys.has(key) || untranslatedKeys.has(key.replace(PLURAL, '_other'));

const missingFlagIndex = process.argv.indexOf('--missing');
for (const { folder, areaOf, missing } of catalogues) {
  if (missingFlagIndex > 0)
    for (const key of missing.get(process.argv[missingFlagIndex + 1]) ?? []) {
      const area = areaOf.get(key) ?? areaOf.get(key.replace(PLURAL, '_other')) ?? '';
      console.log(`${folder}/${area}en.json ${key}`);
    }
  for (const [language, keys] of missing) {
    const undone = keys.filter((key) => !isUntranslated(key));
    if (keys.length > 0)
      console.log(`${folder}, ${language}: ${keys.length} missing, ${undone.length} of them not listed`);
    if (STRICT) for (const key of undone) addProblem(`${folder}, ${language}: lacks "${key}"`);
  }
}
for (const text of problems) console.error(text);
const keys = catalogues.reduce((sum, { english }) => sum + english.size, 0);
const languages = new Set(catalogues.flatMap(({ missing }) => [...missing.keys()]));
console.log(`${keys} keys, ${languages.size + 1} languages, ${problems.length} faults`);
process.exitCode = problems.length === 0 ? 0 : 1;
