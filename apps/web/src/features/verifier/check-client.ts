/** The checks of this browser and this page, which ask nobody. */
import { t } from 'i18next';
import { backendAddress } from '../../api/address.ts';
import type { Result, ResultType } from './result.ts';

function keepsThings(): boolean {
  try {
    localStorage.setItem('waypost.probe', '1');
    localStorage.removeItem('waypost.probe');
    return true;
  } catch {
    return false;
  }
}

const drawsMaps = () => document.createElement('canvas').getContext('webgl2') !== null;

/** What the client needs around it. */
export function checkClient(): Result[] {
  const url = backendAddress('/api/v3');
  const result = (type: ResultType, message: string): Result => ({
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
    keepsThings()
      ? result('confirmation', t('verifier.client.storage'))
      : result('warning', t('verifier.client.noStorage')),
    drawsMaps()
      ? result('confirmation', t('verifier.client.map'))
      : result('warning', t('verifier.client.noMap')),
  ];
}

/** Texts come with the program, so there is nobody to log in to for them. */
export const checkTranslation = (): Result[] => [
  { check: 'translation', type: 'info', messages: [t('verifier.translation.none')] },
];
