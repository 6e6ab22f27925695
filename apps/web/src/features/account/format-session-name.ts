import { webClient } from '@waypost/contract/users/oauth';
import type { Session } from '@waypost/contract/users/sessions';
import type { TFunction } from 'i18next';

/** Name of a session: browser and operating system, as far as they are known. */
export function formatSessionName(t: TFunction, { browser, system, client }: Session): string {
  if (browser && system) return t('sessions.device', { browser, system });
  return browser ?? system ?? (client === webClient.id ? t('sessions.browser') : client);
}
