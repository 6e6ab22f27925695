/** The dialog in which a reporter changes what they agreed to, or the team records it for them. */
import './consent-labels.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, Textarea } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import type { PostConsent } from '@waypost/contract/posts/post-consent';
import { type ConsentUse, consentUses, pickConsentText } from '@waypost/contract/surveys/survey-consent';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { ProblemList } from '../../ui/feedback/problem-list.tsx';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { Markdown } from '../markdown/markdown.tsx';
import classes from './consent.module.css';
import { ConsentChoices } from './consent-choices.tsx';

/** The answer to store. */
export interface ChangedConsent {
  version: number | null;
  language: string | null;
  agreed: ConsentUse[];
  confirmed: boolean;
  note?: string;
}

interface Props {
  consent: PostConsent;
  save: (change: ChangedConsent) => Promise<unknown>;
  onClose: () => void;
}

/** Renders the choices; for the team also the note. */
export default function ChangeConsentDialog({ consent, save, onClose }: Props) {
  useLoadedTranslations();
  const { t, i18n } = useTranslation();
  const { asked, current } = consent;
  const isTeam = consent.can_change === 'team';
  const choices = consent.choices.length > 0 ? consent.choices : consentUses;
  const [agreed, setAgreed] = useState<ConsentUse[]>(isTeam ? [] : (current?.agreed ?? []));
  const added = agreed.filter((use) => !current?.agreed.includes(use));
  const needsConfirmation = !isTeam && asked?.confirmation === true && added.length > 0;
  const [isConfirmed, setConfirmed] = useState(
    current?.confirmed === true && current.version === asked?.version,
  );
  const [isConfirmationMissing, setConfirmationMissing] = useState(false);
  const [note, setNote] = useState('');
  const [isNoteMissing, setNoteMissing] = useState(false);
  const confirmation = useRef<HTMLInputElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const saving = useAsyncAction<void, void>(async () => {
    const version = asked?.version ?? current?.version ?? null;
    await save({
      version,
      language: isTeam ? null : i18n.language,
      agreed,
      confirmed: isConfirmed,
      ...(isTeam ? { note } : {}),
    });
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setNoteMissing(isTeam && note.trim() === '');
    setConfirmationMissing(needsConfirmation && !isConfirmed);
    if (isTeam && note.trim() === '') noteField.current?.focus();
    else if (needsConfirmation && !isConfirmed) confirmation.current?.focus();
    else saving.mutate();
  };
  const text = asked ? pickConsentText(asked, i18n.language) : current?.text;
  const title = t(isTeam ? 'consent.change.record' : 'consent.change.action');
  return (
    <FormDialog title={title} onClose={onClose}>
      <form noValidate className={classes['dialog']} onSubmit={submit}>
        <p>{t(isTeam ? 'consent.change.recordLead' : 'consent.change.lead')}</p>
        {!isTeam && text && <Markdown text={text} />}
        <ConsentChoices
          speaker={isTeam ? 'team' : 'reporter'}
          choices={choices}
          agreed={agreed}
          onChange={setAgreed}
        />
        {needsConfirmation && (
          <Checkbox
            ref={confirmation}
            size="md"
            label={t('consent.form.confirm')}
            required
            checked={isConfirmed}
            error={isConfirmationMissing && !isConfirmed && t('consent.form.notConfirmed')}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
        )}
        {isTeam && (
          <Textarea
            ref={noteField}
            size="md"
            label={t('consent.change.note')}
            description={t('consent.change.noteHint')}
            required
            autosize
            minRows={2}
            dir="auto"
            maxLength={limits.consentNote}
            value={note}
            error={
              isNoteMissing && note.trim() === '' && t('fault.required', { label: t('consent.change.note') })
            }
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
        {saving.error && <ProblemList problems={formatErrorMessages(saving.error)} />}
        <DialogActions>
          <Button variant="default" size="md" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" size="md" aria-disabled={saving.isPending}>
            {t('action.save')}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
