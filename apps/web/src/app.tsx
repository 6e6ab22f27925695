/** Everything around the screens: direction, theme, cache, notices. */
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from './api/query-client.ts';
import { isInIframe } from './ui/browser/iframe.ts';
import { ToastArea } from './ui/feedback/toast.tsx';
import { getTextDirection } from './ui/i18n/i18n.ts';
import { createAppTheme, resolveCssVariables } from './ui/styles/theme.ts';

const cspNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// The scroll lock under dialogs writes a style element of its own and asks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: cspNonce });

// Read by public/theme.js too, before the first paint.
const storedColorScheme = localStorageColorSchemeManager({ key: 'waypost.theme' });
// Its listening fails where storage is closed to us, as in other sites' frames.
const colorSchemeManager = isInIframe
  ? { ...storedColorScheme, subscribe: () => undefined }
  : storedColorScheme;

export function App({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation();
  const direction = getTextDirection(i18n.language);
  const theme = useMemo(
    () => createAppTheme({ close: t('action.close'), pickColor: t('action.pickColor') }),
    [t],
  );
  useEffect(() => {
    document.documentElement.lang = i18n.language;
    document.documentElement.dir = direction;
  }, [i18n.language, direction]);
  return (
    // A change of direction mounts afresh: some components measure their place once.
    <DirectionProvider key={direction} initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        colorSchemeManager={colorSchemeManager}
        cssVariablesResolver={resolveCssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => cspNonce}
      >
        <QueryClientProvider client={queryClient}>
          {children}
          <ToastArea />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
