/** Parts of the context: photographs, the sender's numbers, decisions. Loaded apart from the reports that are related. */
import type { PhotoFacts, PostContext } from '@waypost/contract/review/post-context';
import { useTranslation } from 'react-i18next';
import list from '../../ui/display/divided-list.module.css';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { formatDateTime } from '../../ui/i18n/format-date-time.ts';
import { TitledSection } from '../../ui/layout/titled-section.tsx';
import { formatDistance, formatTimeDifference } from './format-comparison.ts';
import classes from './post-context.module.css';

interface Props {
  context: PostContext;
  hidesSender: boolean;
}

/** The parts that there are. */
export default function ContextSections({ context, hidesSender }: Props) {
  return (
    <>
      <PhotosSection photos={context.photos} />
      {!hidesSender && <SenderSection sender={context.sender} />}
      <DecisionsSection decisions={context.decisions} />
    </>
  );
}

/** Time and place of a photograph in words, compared with its report. */
function PhotoItem({ photo: { taken, seconds_later, distance } }: { photo: PhotoFacts }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const duration = seconds_later === null ? null : formatTimeDifference(seconds_later, language);
  const time = taken && formatDateTime(taken, language);
  const parts = [
    taken && (duration === null ? t('context.photoSameTime') : t('context.photoApart', { duration })),
    distance !== null &&
      (distance === 0
        ? t('context.photoSamePlace')
        : t('context.photoAway', { distance: formatDistance(distance, language) })),
  ];
  return (
    <li>
      {time && <span>{t('context.taken', { time })}</span>}
      <span className={classes['reasons']}>{parts.filter(Boolean).join(' · ')}</span>
    </li>
  );
}

/** Photographs whose files say when or where they were taken. */
function PhotosSection({ photos }: Pick<PostContext, 'photos'>) {
  const { t } = useTranslation();
  if (photos.length === 0) return null;
  return (
    <TitledSection title={t('context.photos')}>
      <ul className={`${list['list']} ${classes['posts']}`}>
        {photos.map((photo) => (
          <PhotoItem key={photo.media.id} photo={photo} />
        ))}
      </ul>
    </TitledSection>
  );
}

/** How many other reports of the sender were published or archived. */
function SenderSection({ sender: { kind, ...counts } }: Pick<PostContext, 'sender'>) {
  const { t } = useTranslation();
  const total = counts.published + counts.draft + counts.archived;
  if (kind === 'unknown' || total === 0) return null;
  return (
    <TitledSection title={t('context.history')}>
      <p className={classes['note']} data-figures>
        {t('context.counts', counts)}
      </p>
    </TitledSection>
  );
}

/** Earlier changes of the status. keys: post.status.* */
function DecisionsSection({ decisions }: Pick<PostContext, 'decisions'>) {
  const { t } = useTranslation();
  if (decisions.length === 0) return null;
  return (
    <TitledSection title={t('context.decisions')}>
      <ol className={list['list']}>
        {decisions.map(({ created, after, user }) => (
          <li key={created + after}>
            <span>{t(`post.status.${after}`)}</span>
            <span className={list['meta']}>
              <bdi>{user?.realname || t('post.lock.somebody')}</bdi> · <RelativeTime date={created} />
            </span>
          </li>
        ))}
      </ol>
    </TitledSection>
  );
}
