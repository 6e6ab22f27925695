/** Who sent a report or a message, where it is withheld: a button that shows it, and records that somebody looked. */
import './reporter-labels.ts';
import type { Post } from '@waypost/contract/posts/posts';
import type { PersonalData } from '@waypost/contract/review/personal-data';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import { LookButton } from './look-button.tsx';
import classes from './reporter-identity.module.css';
import { type ReporterTarget, usePersonalData } from './use-personal-data.ts';

interface Props {
  /** Undefined where nothing is withheld: then nothing is shown. */
  reporter: Post['reporter'];
  target: ReporterTarget;
}

/** Nothing for those who may not look. */
export default function ReporterIdentity({ reporter, target }: Props) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const { data, look, isBusy } = usePersonalData(target);
  if (!reporter?.may_view) return null;
  if (data) return <PersonalDataFacts data={data} />;
  return (
    <span className={classes['show']}>
      <LookButton
        label={t('reporter.show')}
        dialogTitle={t('reporter.reason.title')}
        onLook={look}
        isBusy={isBusy}
      />
    </span>
  );
}

/** What is stored about a sender. */
function PersonalDataFacts({
  data: { user, author_realname, author_email, contact, quoted_mails },
}: {
  data: PersonalData;
}) {
  const { t } = useTranslation();
  const isEmpty = !user && !author_realname && !author_email && !contact;
  return (
    <output>
      {isEmpty && t('reporter.nobody')}
      <dl className={classes['facts']}>
        {user && (
          <Fact label={t('reporter.account')}>
            <TextLink to="/users/$userId" params={{ userId: String(user.id) }} dir="auto">
              {user.realname || t('post.member')}
            </TextLink>
          </Fact>
        )}
        {author_realname && (
          <Fact label={t('reporter.name')}>
            <bdi>{author_realname}</bdi>
          </Fact>
        )}
        {author_email && (
          <Fact label={t('reporter.email')}>
            <bdi dir="ltr">{author_email}</bdi>
          </Fact>
        )}
        {contact && (
          <Fact label={t('reporter.contact')}>
            <bdi dir="ltr">{contact.contact}</bdi>
          </Fact>
        )}
      </dl>
      {quoted_mails.map(({ message_id, created, text }) => (
        <details key={message_id} className={classes['quoted']}>
          <summary>
            {t('reporter.quoted')} · <RelativeTime date={created} />
          </summary>
          <p dir="auto">{text}</p>
        </details>
      ))}
    </output>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
