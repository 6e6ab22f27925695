/** The summary of all checks, and the next step. keys: verifier.verdict.* */
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import { checksToRun, type VerifierRun } from './use-verifier.ts';

const verdictStyles = {
  disabled: { color: 'accent', icon: IconInfoCircle },
  failed: { color: 'red', icon: IconAlertTriangle },
  passed: { color: 'green', icon: IconCircleCheck },
} as const;

interface VerdictProps {
  name: keyof typeof verdictStyles;
  errors: number;
  /** Whether the server's own diagnostics are enabled, which the operator should disable after the setup. */
  isDebugOn: boolean;
}

/** Null while checks run. */
export function computeVerdict({ results, isRunning }: VerifierRun): VerdictProps | null {
  if (checksToRun.length === 0) return { name: 'disabled', errors: 0, isDebugOn: false };
  if (isRunning) return null;
  const errors = results.filter((it) => it.type === 'error').length;
  const isDebugOn = results.some((it) => (it.check === 'db' || it.check === 'env') && it.status === 200);
  return { name: errors > 0 ? 'failed' : 'passed', errors, isDebugOn };
}

export function Verdict({ name, errors, isDebugOn }: VerdictProps) {
  const { t } = useTranslation();
  const { color, icon } = verdictStyles[name];
  return (
    <Alert
      color={color}
      variant="light"
      icon={<Icon icon={icon} />}
      title={t(`verifier.verdict.${name}`, { count: errors })}
    >
      {name === 'disabled' && <Text size="sm">{t('verifier.disabledHint')}</Text>}
      {name === 'failed' && <Text size="sm">{t('verifier.failedHint')}</Text>}
      {name === 'passed' && <Text size="sm">{t(isDebugOn ? 'verifier.switchOff' : 'verifier.isOff')}</Text>}
    </Alert>
  );
}
