/** The checks of the browser and the page, which send no requests. */
import { t } from 'i18next';
import { buildBackendUrl } from '../../api/endpoint-url.ts';
import type { CheckResult, CheckResultType } from './check-result.ts';

function hasLocalStorage(): boolean {
  try {
    localStorage.setItem('waypost.probe', '1');
    localStorage.removeItem('waypost.probe');
    return true;
  } catch {
    return false;
  }
}

const hasWebGl = () => document.createElement('canvas').getContext('webgl2') !== null;

/** Browser features and page settings that the client needs. */
export function checkClient(): CheckResult[] {
  const url = buildBackendUrl('/api/v3');
  const result = (type: CheckResultType, message: string): CheckResult => ({
    check: 'client',
    type,
    messages: [message],
  });
  const blocked = location.protocol === 'https:' && url.startsWith('http:');
  return [
    {
      ...result(
        blocked ? 'error' : 'confirmation',
        t(blocked ? 'verifier.client.mixed' : 'verifier.client.api'),
      ),
      url,
    },
    window.isSecureContext
      ? result('confirmation', t('verifier.client.secure'))
      : result('warning', t('verifier.client.notSecure')),
    hasLocalStorage()
      ? result('confirmation', t('verifier.client.storage'))
      : result('warning', t('verifier.client.noStorage')),
    hasWebGl()
      ? result('confirmation', t('verifier.client.map'))
      : result('warning', t('verifier.client.noMap')),
  ];
}

/** Translations are part of the client: there is no translation service to check. */
export const checkTranslation = (): CheckResult[] => [
  { check: 'translation', type: 'info', messages: [t('verifier.translation.none')] },
];
