/** Everything around the screens: direction, theme, cache, notices. */
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from './api/query-client.ts';
import { isFramed } from './ui/framed.ts';
import { directionOf } from './ui/i18n.ts';
import { NoticeArea } from './ui/notice.tsx';
import { bridgeTokens, themeWith } from './ui/theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// The scroll lock under dialogs writes a style element of its own and asks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

// Read by public/theme.js too, before the first paint.
const keptScheme = localStorageColorSchemeManager({ key: 'waypost.theme' });
// Its listening fails where storage is closed to us, as in other sites' frames.
const colorSchemes = isFramed ? { ...keptScheme, subscribe: () => undefined } : keptScheme;

export function App({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation();
  const direction = directionOf(i18n.language);
  const theme = useMemo(() => themeWith({ close: t('action.close'), pickColor: t('action.pickColor') }), [t]);
  useEffect(() => {
    document.documentElement.lang = i18n.language;
    document.documentElement.dir = direction;
  }, [i18n.language, direction]);
  return (
    // A change of direction mounts afresh: some components measure their place once.
    <DirectionProvider key={direction} initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        colorSchemeManager={colorSchemes}
        cssVariablesResolver={bridgeTokens}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queryClient}>
          {children}
          <NoticeArea />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
