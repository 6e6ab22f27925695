/** What the operator told this page when it was served; on a page served by others, or changed by hand, what is usual. */
import { defaultPageSettings, PageSettings } from '@waypost/contract/settings/page-settings';

function readPageSettings(): PageSettings {
  const content = document.querySelector<HTMLMetaElement>('meta[name="waypost-settings"]')?.content ?? '';
  try {
    return PageSettings.safeParse(JSON.parse(content)).data ?? defaultPageSettings;
  } catch {
    return defaultPageSettings;
  }
}

export const pageSettings: PageSettings = readPageSettings();
