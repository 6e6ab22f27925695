/** What the operator told this page when it was served; on a page served by others, or changed by hand, what is usual. */
import { defaultPageSettings, PageSettings } from '@waypost/contract/page-settings';

function read(): PageSettings {
  const told = document.querySelector<HTMLMetaElement>('meta[name="waypost-settings"]')?.content ?? '';
  try {
    return PageSettings.safeParse(JSON.parse(told)).data ?? defaultPageSettings;
  } catch {
    return defaultPageSettings;
  }
}

export const pageSettings: PageSettings = read();
