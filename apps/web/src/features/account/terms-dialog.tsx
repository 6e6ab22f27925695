import { Anchor, Button, Checkbox, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import { createAgreement } from '@waypost/contract/tos/tos';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useConfig } from '../../api/config.ts';
import { logout } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';

const TermsAgreement = z.object({ agree: z.literal(true) });

/** Asks to agree to new terms of service, or to log out (spec 1 §4). @param version date of the terms */
export default function TermsDialog({ version }: { version: string }) {
  const { t, i18n } = useTranslation();
  const { site } = useConfig();
  const agree = useCall(createAgreement);
  const { check, submit, problem, isBusy } = useContractForm({
    schema: TermsAgreement,
    initialValues: { agree: false },
    labels: { agree: t('terms.agree') },
    errorTexts: { 'agree.oneOf': t('terms.required') },
    async submitValues() {
      await agree.mutateAsync({ body: { tos_version_date: version } });
    },
  });
  const since = new Intl.DateTimeFormat(resolveFormatLocale(i18n.language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(version));
  return (
    <FormDialog title={t('terms.title')}>
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
          <DialogActions>
            <Button variant="default" size="md" onClick={logout}>
              {t('terms.decline')}
            </Button>
            <Button type="submit" size="md" loading={isBusy}>
              {t('terms.submit')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </FormDialog>
  );
}
