/** The post on X that a report was made from. The embed is loaded only on request, because X then learns about the reader. */
import { Anchor, Button } from '@mantine/core';
import { IconBrandX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import classes from './post-detail.module.css';

/** @param id id of the post on X; anything but digits is not shown */
export function DetailSocialPost({ id }: { id: string }) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  if (!/^\d{1,20}$/.test(id)) return null;
  return (
    <section className={classes['social']} aria-label={t('post.social.title')}>
      {isShown ? (
        <iframe
          // oxlint-disable-next-line react/iframe-missing-sandbox -- the frame has another origin, so the two permissions together are safe
          sandbox="allow-scripts allow-same-origin allow-popups"
          className={classes['socialFrame']}
          src={`https://platform.twitter.com/embed/Tweet.html?dnt=true&id=${id}`}
          title={t('post.social.title')}
          referrerPolicy="no-referrer"
        />
      ) : (
        <>
          <Button
            variant="default"
            size="md"
            leftSection={<Icon icon={IconBrandX} />}
            onClick={() => setShown(true)}
          >
            {t('post.social.show')}
          </Button>
          <p className={classes['note']}>{t('post.social.outside')}</p>
        </>
      )}
      <Anchor size="sm" href={`https://x.com/i/status/${id}`} target="_blank" rel="noopener noreferrer">
        {t('post.social.link')}
      </Anchor>
    </section>
  );
}
