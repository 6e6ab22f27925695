/** The text that the editor proposes for the consent of a survey, in every language of the app. */
import english from '../../../locales/consent/en.json';

const files = import.meta.glob<typeof english>(
  ['../../../locales/consent/*.json', '!../../../locales/consent/en.json'],
  { import: 'default' },
);

/** Loads the texts, by language. A language that cannot be loaded is left out. */
export async function loadDefaultConsentTexts(): Promise<Record<string, string>> {
  const texts: Record<string, string> = { en: english.consent.editor.defaultText };
  await Promise.all(
    Object.entries(files).map(async ([path, load]) => {
      const file = await load().catch(() => null);
      const language = path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
      if (file) texts[language] = file.consent.editor.defaultText;
    }),
  );
  return texts;
}
