import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { RelativeTime, useRelativeTime } from '../../ui/display/relative-time.tsx';
import classes from './post-card.module.css';
import { getPostDate, type PostDateField } from './post-date.ts';

/** Dates that are closer to each other than this, in milliseconds, are shown as one: the smallest unit that is printed. */
const minDifferenceMs = 60_000;

/**
 * The date that the list is sorted and grouped by, and the other date with its name if it is printed differently: the date of the
 * report, or when it came in.
 * keys: post.card.date.*
 */
export function CardDates({ post, sortedBy }: { post: Post; sortedBy: PostDateField }) {
  const { t } = useTranslation();
  const precision = post.date_precision;
  const otherField = sortedBy === 'post_date' ? 'created' : 'post_date';
  const date = getPostDate(post, sortedBy);
  const otherDate = getPostDate(post, otherField);
  const text = useRelativeTime(date, precision);
  const otherText = useRelativeTime(otherDate, precision);
  const differs =
    text !== otherText &&
    Math.abs(new Date(date).getTime() - new Date(otherDate).getTime()) >= minDifferenceMs;
  if (!differs) return <RelativeTime date={date} precision={precision} />;
  return (
    <>
      <span className={classes['firstDate']}>
        {t(`post.card.date.${sortedBy}`)} <RelativeTime date={date} precision={precision} />
      </span>
      <span className={classes['otherDate']}>
        <span aria-hidden className={classes['dateSeparator']}>
          ·
        </span>
        {t(`post.card.date.${otherField}`)} <RelativeTime date={otherDate} precision={precision} />
      </span>
    </>
  );
}
