import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import classes from './team-only.module.css';

/** keys of what is marked. */
const labels = {
  answer: 'post.detail.teamOnly',
  place: 'post.detail.teamOnlyPlace',
  time: 'post.detail.teamOnlyTime',
} as const;

/** Marks what the public does not see: an answer, or an exact place or time, of which it sees less. */
export function TeamOnly({ fact = 'answer' }: { fact?: keyof typeof labels }) {
  const { t } = useTranslation();
  return (
    <span className={classes['mark']}>
      <Icon icon={IconLock} size={14} />
      {t(labels[fact])}
    </span>
  );
}
