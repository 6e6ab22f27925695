import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timeSince } from './time-since.ts';

/** How long ago; the exact moment when pointed at. @param date as the wire writes it */
export function TimeAgo({ date }: { date: string }) {
  const { i18n } = useTranslation();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  const moment = new Date(date);
  const exact = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full', timeStyle: 'short' }).format(
    moment,
  );
  return (
    <time dateTime={date} title={exact}>
      {timeSince(moment.getTime(), now, i18n.language)}
    </time>
  );
}
