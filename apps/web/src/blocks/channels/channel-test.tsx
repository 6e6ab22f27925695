/** Sends a test through a channel, and shows what the other side said. keys: channel.test.* */
import { Alert, Button, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconSend } from '@tabler/icons-react';
import type { ChannelTestResult } from '@waypost/contract/channels/channels';
import { limits } from '@waypost/contract/common/limits';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage, formatFieldErrors } from '../../api/error-text.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';
import classes from './channel-status.module.css';
import { ChannelErrorText } from './channel-status.tsx';

/** What is tested: a message to an address or number, a connection, or a request. */
export type ChannelTestKind = 'mail' | 'phone' | 'connect' | 'webhook';

interface Props {
  kind: ChannelTestKind;
  /** The address at first; empty for kinds without one. */
  initialTo?: string;
  /** Why it cannot be tested now, such as unsaved changes; null if it can. */
  disabledReason?: string | null;
  run: (to: string | undefined) => Promise<ChannelTestResult>;
}

/** The other side's answer, or why the test could not be made. */
type TestState = { to: string; result: ChannelTestResult } | { failure: string };

/** The button, the address, and the result. */
export function ChannelTest({ kind, initialTo = '', disabledReason = null, run }: Props) {
  const { t } = useTranslation();
  const [to, setTo] = useState(initialTo);
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [state, setState] = useState<TestState | null>(null);
  const hasAddress = kind === 'mail' || kind === 'phone';
  const label = t(kind === 'phone' ? 'channel.test.phone' : 'channel.test.mail');
  const test = useAsyncAction<string, ChannelTestResult>((address) => run(hasAddress ? address : undefined), {
    onSuccess: (result, address) => setState({ to: address, result }),
    onError(error) {
      const fieldText = formatFieldErrors(error, { to: label })['to'];
      if (fieldText !== undefined && hasAddress) setFieldError(fieldText);
      else setState({ failure: formatErrorMessage(error) });
    },
  });
  function start(): void {
    if (test.isPending || disabledReason !== null) return;
    setState(null);
    setFieldError(null);
    test.mutate(to);
  }
  function startOnEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    // Enter would save the surrounding form.
    event.preventDefault();
    start();
  }
  return (
    <div className={classes['test']}>
      <div className={classes['row']}>
        {hasAddress && (
          <TextInput
            size="md"
            type={kind === 'phone' ? 'tel' : 'email'}
            label={label}
            {...(kind === 'phone' ? { placeholder: '+254 700 000000' } : {})}
            value={to}
            error={fieldError}
            maxLength={kind === 'phone' ? limits.contact : limits.email}
            autoComplete="off"
            dir="ltr"
            onChange={(event) => setTo(event.currentTarget.value)}
            onKeyDown={startOnEnter}
          />
        )}
        <Button
          type="button"
          variant="default"
          size="md"
          leftSection={<Icon icon={IconSend} size={18} />}
          loading={test.isPending}
          disabled={disabledReason !== null}
          onClick={start}
        >
          {t(kind === 'connect' ? 'channel.test.connect' : 'channel.test.send')}
        </Button>
      </div>
      {disabledReason !== null && <span className={classes['detail']}>{disabledReason}</span>}
      <output style={{ inlineSize: '100%' }}>{state && <TestResult kind={kind} state={state} />}</output>
    </div>
  );
}

function TestResult({ kind, state }: { kind: ChannelTestKind; state: TestState }) {
  const { t } = useTranslation();
  if ('failure' in state || state.result.error)
    return (
      <Alert
        color="red"
        variant="light"
        icon={<Icon icon={IconAlertTriangle} />}
        title={t('channel.test.failed')}
      >
        {'failure' in state ? (
          state.failure
        ) : (
          <ChannelErrorText error={state.result.error ?? { code: 'other', message: null }} />
        )}
      </Alert>
    );
  return (
    <Alert color="green" variant="light" icon={<Icon icon={IconCircleCheck} />}>
      {t(`channel.test.ok.${kind}`, { to: state.to })}
    </Alert>
  );
}
