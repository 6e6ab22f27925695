/**
 * Confirms a phone number or email address: a button that sends a code there, and a field to enter it. Codes are sent only on
 * request, and the next one only after a delay.
 */
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import { asciiDigits } from '@waypost/contract/typed-numbers';
import type { ConfirmationCodeSent, Delivery } from '@waypost/contract/users/confirmation-codes';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { formatErrorMessage, formatFieldErrors } from '../../api/error-text.ts';
import { formatMinutesSeconds, useCountdown } from '../../ui/browser/use-countdown.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';

interface Props {
  /** The number or address that the code is sent to. */
  address: string;
  type: 'email' | 'phone';
  send: () => Promise<ConfirmationCodeSent>;
  /** Rejects when the code is wrong. */
  confirm: (code: string) => Promise<unknown>;
}

/** Seconds after which a code may be sent again, from an error; null when it does not say so. */
function retryAfterSeconds(error: unknown): number | null {
  const seconds = isApiError(error) ? error.entries[0]?.params?.['seconds'] : undefined;
  return typeof seconds === 'number' ? seconds : null;
}

const codePattern = new RegExp(`^\\d{${limits.confirmationCode.digits}}$`);

/** The dialog is often shorter than its content: the whole section is scrolled into view, on a phone too. */
function focusInView(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.closest('section')?.scrollIntoView({ block: 'nearest' });
}

/** After the confirmation the section is removed; its contact, or its tab, keeps the focus in the dialog. */
function useFocusAfterRemoval(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const next =
      section.current?.closest('.mantine-Accordion-item')?.querySelector('button') ??
      section.current
        ?.closest('[role="dialog"]')
        ?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
    return () => {
      setTimeout(() => {
        if (document.activeElement === document.body) next?.focus({ preventScroll: true });
      });
    };
  }, [section]);
}

/** A button that sends a code; then, in its place, where the code was sent and the field for it, which gets the focus. */
export function ConfirmCode({ address, type, send, confirm }: Props) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  /** A code that was sent earlier can be entered without requesting another one. */
  const [hasCode, setHasCode] = useState(false);
  const [left, waitFor] = useCountdown();
  const section = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const status = useRef<HTMLOutputElement>(null);
  const sending = useAsyncAction<void, ConfirmationCodeSent>(send, {
    onSuccess: (sent) => {
      entering.reset();
      setCode('');
      setIncomplete(false);
      waitFor(sent.resend_after);
    },
    onError: (error) => {
      const seconds = retryAfterSeconds(error);
      if (seconds !== null) waitFor(seconds);
    },
  });
  const entering = useAsyncAction(confirm);
  const enteredCode = asciiDigits(code).replace(/[\s-]/g, '');
  const serverError = entering.error
    ? formatFieldErrors(entering.error, { code: t('confirmation.code') })['code']
    : undefined;
  const codeError = isIncomplete ? t('fault.codeDigits') : serverError;
  // Nobody can read a code that waits for outgoing mail: there is nothing to enter, and nothing to send again. A text message waits
  // for a phone that fetches it.
  const isUnsendable = sending.data?.delivery === 'waiting' && type === 'email';
  const isEntering = (sending.data !== undefined || hasCode) && !isUnsendable;
  const { data: sent } = sending;
  useEffect(() => {
    if (sent || hasCode) focusInView(isUnsendable ? status.current : input.current);
  }, [sent, hasCode, isUnsendable]);
  // Selected to be replaced.
  useEffect(() => {
    if (serverError === undefined) return;
    focusInView(input.current);
    input.current?.select();
  }, [serverError]);
  useFocusAfterRemoval(section);
  const changeCode = (text: string) => {
    setCode(text);
    setIncomplete(false);
    entering.reset();
  };
  const problem = sending.error ?? (serverError === undefined ? entering.error : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form may be nested in another one.
    event.stopPropagation();
    const isComplete = codePattern.test(enteredCode);
    setIncomplete(!isComplete);
    if (isComplete) entering.mutate(enteredCode);
    else focusInView(input.current);
  };
  const sendButton = (
    <Button
      data-next-step
      variant={isEntering ? 'default' : 'filled'}
      size="md"
      loading={sending.isPending}
      disabled={left > 0}
      onClick={() => sending.mutate()}
    >
      {t(sending.data ? 'confirmation.sendAgain' : 'confirmation.send')}
    </Button>
  );
  return (
    <Stack ref={section} gap="sm" component="section" aria-label={t('confirmation.title')}>
      <output ref={status} tabIndex={-1}>
        {sending.data ? (
          <DeliveryStatus address={address} type={type} delivery={sending.data.delivery ?? 'sent'} />
        ) : (
          <Text size="sm">{t('confirmation.why')}</Text>
        )}
      </output>
      <ProblemAlert text={problem ? formatErrorMessage(problem) : null} />
      {isEntering && (
        <CodeForm
          input={input}
          code={code}
          onChange={changeCode}
          error={codeError}
          onSubmit={submit}
          isBusy={entering.isPending}
        />
      )}
      {!isUnsendable && (
        <Group gap="sm">
          {sendButton}
          {!isEntering && (
            <Button variant="subtle" size="md" onClick={() => setHasCode(true)}>
              {t('confirmation.haveCode')}
            </Button>
          )}
          {left > 0 && (
            <Text size="sm" c="dimmed">
              {t('confirmation.wait', { time: formatMinutesSeconds(left) })}
            </Text>
          )}
        </Group>
      )}
    </Stack>
  );
}

interface CodeFormProps {
  input: RefObject<HTMLInputElement | null>;
  code: string;
  onChange: (code: string) => void;
  error: string | undefined;
  onSubmit: (event: FormEvent) => void;
  isBusy: boolean;
}

function CodeForm({ input, code, onChange, error, onSubmit, isBusy }: CodeFormProps) {
  const { t } = useTranslation();
  return (
    <form noValidate onSubmit={onSubmit}>
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <TextInput
          ref={input}
          label={t('confirmation.code')}
          description={t('confirmation.codeHint', { digits: limits.confirmationCode.digits })}
          value={code}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
          errorProps={{ role: 'alert' }}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          size="md"
          flex="0 1 220px"
          miw={0}
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={limits.confirmationCode.digits + 6}
        />
        <Button type="submit" size="md" mt={28} flex="none" loading={isBusy}>
          {t('confirmation.enter')}
        </Button>
      </Group>
    </form>
  );
}

/** Whether the requested code was sent, and what to do if not. */
function DeliveryStatus({
  address,
  type,
  delivery,
}: Pick<Props, 'address' | 'type'> & { delivery: Delivery }) {
  const { t } = useTranslation();
  const values = { address: `\u2068${address}\u2069`, minutes: limits.confirmationCode.ttlSeconds / 60 };
  if (delivery === 'sent' || (delivery === 'waiting' && type === 'phone'))
    return (
      <Text size="sm">
        {t(delivery === 'sent' ? 'confirmation.sent' : 'confirmation.waitingPhone', values)}
        {type === 'phone' && ` ${t('confirmation.stopHint')}`}
      </Text>
    );
  return (
    <Alert color="yellow" variant="light">
      {t(delivery === 'waiting' ? 'confirmation.waiting' : 'confirmation.simulated', values)}
    </Alert>
  );
}
