import { Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import { useQueryClient } from '@tanstack/react-query';
import { agree } from '@waypost/contract/tos';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useConfig } from '../../api/config.ts';
import { forResource } from '../../api/query-keys.ts';
import { logout } from '../../api/session.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { formatsOf } from '../../ui/formats-of.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';

const Agreed = z.object({ agree: z.literal(true) });

/** Terms that hold since a date must be agreed to, or the login is given up (spec 1 §4). @param version that date */
export default function TermsDialog({ version }: { version: string }) {
  const { t, i18n } = useTranslation();
  const { site } = useConfig();
  const cache = useQueryClient();
  const { check, submit, problem, isBusy } = useContractForm({
    schema: Agreed,
    initial: { agree: false },
    labels: { agree: t('terms.agree') },
    texts: { 'agree.oneOf': t('terms.required') },
    async send() {
      await call(agree, { body: { tos_version_date: version } }, { quiet: true });
      await cache.invalidateQueries({ queryKey: forResource('tos') });
    },
  });
  const since = new Intl.DateTimeFormat(formatsOf(i18n.language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(version));
  return (
    <DialogFrame title={t('terms.title')}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <Text dir="auto">{t('terms.text', { site: site.name || 'Waypost', since })}</Text>
          {site.tos_url && (
            <Anchor href={site.tos_url} target="_blank" rel="noreferrer" underline="always">
              {t('terms.read')}
            </Anchor>
          )}
          <ProblemAlert text={problem} />
          <Checkbox {...check('agree')} data-autofocus size="md" />
          <Group justify="flex-end">
            <Button variant="default" size="md" onClick={logout}>
              {t('terms.decline')}
            </Button>
            <Button type="submit" size="md" loading={isBusy}>
              {t('terms.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </DialogFrame>
  );
}
