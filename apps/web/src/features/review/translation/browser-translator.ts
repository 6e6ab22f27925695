/**
 * Translates texts with the translator that is part of some browsers (Chrome and Edge on desktops): it works on the device, so no text
 * leaves it. Only the first use of a language downloads its model, from the maker of the browser.
 */

/** `BCP 47` tags, such as `pt-BR`. */
interface LanguagePair {
  sourceLanguage: string;
  targetLanguage: string;
}

/** An instance that loads a model. `progress.loaded` is from 0 to 1. */
interface DownloadMonitor {
  addEventListener: (type: 'downloadprogress', listener: (progress: { loaded: number }) => void) => void;
}

interface ModelFactory<Options, Model> {
  availability: (options: Options) => Promise<'available' | 'downloadable' | 'downloading' | 'unavailable'>;
  create: (
    options: Options & { monitor?: (monitor: DownloadMonitor) => void; signal?: AbortSignal },
  ) => Promise<Model>;
}

interface Translator {
  translate: (text: string, options?: { signal?: AbortSignal }) => Promise<string>;
  destroy: () => void;
}

interface LanguageDetector {
  /** The most likely language first; `und` for none. */
  detect: (text: string) => Promise<readonly { detectedLanguage?: string; confidence?: number }[]>;
  destroy: () => void;
}

declare global {
  var Translator: ModelFactory<LanguagePair, Translator> | undefined;
  var LanguageDetector: ModelFactory<object, LanguageDetector> | undefined;
}

/**
 * Why there is no translation. `noTranslator`: the browser has none. `unknownLanguage`: it does not recognize the language of the text.
 * `sameLanguage`: nothing to do. `noPair`: it cannot translate between these languages.
 */
export type TranslationProblem = 'noTranslator' | 'unknownLanguage' | 'sameLanguage' | 'noPair';

/** The translation of some texts, or why there is none. */
export type Translation =
  | { kind: 'translated'; from: string; texts: readonly string[] }
  | { kind: TranslationProblem; from?: string };

/** The language without region and script: the models have none, apart from Chinese. */
const toBaseLanguage = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? '';

/** The most likely language of a text; undefined for none. */
async function detectLanguage(
  factory: ModelFactory<object, LanguageDetector>,
  text: string,
): Promise<string | undefined> {
  const detector = await factory.create({});
  try {
    const [best] = await detector.detect(text);
    return best?.detectedLanguage === 'und' ? undefined : best?.detectedLanguage;
  } finally {
    detector.destroy();
  }
}

/**
 * Translates texts of one language. Must be called soon after a key or click: browsers load a model only then.
 * @param options.target language of the screen
 * @param options.onDownload called with the part of the model that is loaded, from 0 to 1
 * @throws when the browser could not load or run its model
 */
export async function translateTexts(
  texts: readonly string[],
  { target, onDownload, signal }: { target: string; onDownload: (part: number) => void; signal: AbortSignal },
): Promise<Translation> {
  const { Translator: translators, LanguageDetector: detectors } = globalThis;
  if (!translators || !detectors) return { kind: 'noTranslator' };
  const from = await detectLanguage(detectors, texts.join('\n'));
  if (from === undefined) return { kind: 'unknownLanguage' };
  if (toBaseLanguage(from) === toBaseLanguage(target)) return { kind: 'sameLanguage', from };
  const pair = { sourceLanguage: from, targetLanguage: target };
  if ((await translators.availability(pair)) === 'unavailable') return { kind: 'noPair', from };
  const translator = await translators.create({
    ...pair,
    signal,
    monitor: (monitor) => monitor.addEventListener('downloadprogress', ({ loaded }) => onDownload(loaded)),
  });
  try {
    const translated: string[] = [];
    for (const text of texts) translated.push(await translator.translate(text, { signal }));
    return { kind: 'translated', from, texts: translated };
  } finally {
    translator.destroy();
  }
}
