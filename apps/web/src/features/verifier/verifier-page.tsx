import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../ui/feedback/announcer.tsx';
import { ProgressMessage } from '../../ui/feedback/progress-message.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { ScreenTitle } from '../../ui/layout/screen-title.tsx';
import { ResultRow } from './result-row.tsx';
import { checksToRun, useVerifier } from './use-verifier.ts';
import { computeVerdict, Verdict } from './verdict.tsx';
import './verifier-labels.ts';
import classes from './verifier-page.module.css';

/**
 * Shows what is wrong with an installation (spec 1 §2, "Setup diagnostics page"). Rendered without the app frame and the
 * settings, since both may be broken.
 * keys: verifier.check.*
 */
export function VerifierPage() {
  useLoadedTranslations();
  const [attempt, setAttempt] = useState(0);
  return <Checks key={attempt} onAgain={() => setAttempt(attempt + 1)} />;
}

function Checks({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation();
  const run = useVerifier();
  const verdict = computeVerdict(run);
  const news = verdict && t(`verifier.verdict.${verdict.name}`, { count: verdict.errors });
  useEffect(() => {
    if (news !== null) announce(news);
  }, [news]);
  return (
    <main className={classes['page']}>
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} className={classes['head'] ?? ''}>
          <ScreenTitle title={t('verifier.title')} size="h2" />
          <Text c="dimmed">{t('verifier.text')}</Text>
        </Stack>
        <Group gap="xs">
          {checksToRun.length > 0 && (
            <Button variant="default" disabled={run.isRunning} onClick={onAgain}>
              {t('verifier.again')}
            </Button>
          )}
          {/* A full page load, since this page was opened without the settings. */}
          <Button component="a" href="/">
            {t('verifier.open')}
          </Button>
        </Group>
      </Group>
      {verdict ? (
        <Verdict {...verdict} />
      ) : (
        <ProgressMessage text={t('verifier.running')} done={run.done.length} total={checksToRun.length} />
      )}
      {run.done.map((name) => (
        <section key={name} className={classes['check']} aria-labelledby={`check-${name}`}>
          <Title order={2} size="h4" id={`check-${name}`}>
            {t(`verifier.check.${name}`)}
          </Title>
          <ul className={classes['results']}>
            {run.results
              .filter((result) => result.check === name)
              .map((result) => (
                <ResultRow key={`${result.url ?? ''} ${result.messages.join()}`} result={result} />
              ))}
          </ul>
        </section>
      ))}
    </main>
  );
}
