/** Settings that the server writes into the page; the defaults on a page that another server delivers, or an invalid value. */
import { defaultPageSettings, PageSettings } from '@waypost/contract/settings/page-settings';

function readPageSettings(): PageSettings {
  const content = document.querySelector<HTMLMetaElement>('meta[name="waypost-settings"]')?.content ?? '';
  try {
    return PageSettings.safeParse(JSON.parse(content)).data ?? defaultPageSettings;
  } catch {
    return defaultPageSettings;
  }
}

/** The settings of this page. */
export const pageSettings: PageSettings = readPageSettings();
