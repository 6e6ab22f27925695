import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import type { CheckResult } from './check-result.ts';
import classes from './result-row.module.css';

const icons = {
  error: IconCircleX,
  confirmation: IconCircleCheck,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
} as const;

/** One result: its type, URL and messages. keys: verifier.type.* */
export function ResultRow({ result: { type, url, status, messages } }: { result: CheckResult }) {
  const { t } = useTranslation();
  return (
    <li className={classes['row']} data-type={type}>
      <Icon icon={icons[type]} />
      <div className={classes['content']}>
        <VisuallyHidden>{`${t(`verifier.type.${type}`)}. `}</VisuallyHidden>
        {url && (
          <div className={classes['address']}>
            <code dir="ltr">{url}</code>
            {status !== undefined && <span data-figures>{t('verifier.httpStatus', { status })}</span>}
          </div>
        )}
        {messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
    </li>
  );
}
