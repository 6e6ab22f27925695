/** Says before a report is sent who will see it, its author and its location. */
import { IconEye, IconMapPin, IconUser, type TablerIcon } from '@tabler/icons-react';
import type { Survey } from '@waypost/contract/surveys/surveys';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import { Icon } from '../../ui/display/icon.tsx';
import classes from './post-visibility-note.module.css';

type VisibilityRules = Pick<Survey, 'require_approval' | 'hide_author' | 'hide_location'>;

/** Explains the visibility rules of a survey. */
export function PostVisibilityNote({ survey }: { survey: VisibilityRules }) {
  const { t } = useTranslation();
  const account = useAccount();
  const name = account?.realname ?? account?.email ?? '';
  const lines: [TablerIcon, string][] = [
    [IconEye, t(survey.require_approval ? 'post.sees.teamFirst' : 'post.sees.everyone')],
    [
      IconUser,
      account === null
        ? t('post.sees.nobody')
        : t(survey.hide_author ? 'post.sees.nameForTeam' : 'post.sees.nameForAll', { name }),
    ],
    ...(survey.hide_location ? [[IconMapPin, t('post.sees.placeRounded')] as [TablerIcon, string]] : []),
  ];
  return (
    <ul className={classes['notes']} aria-label={t('post.sees.title')}>
      {lines.map(([icon, text]) => (
        <li key={text}>
          <Icon icon={icon} size={18} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
