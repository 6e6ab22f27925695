/** A YouTube or Vimeo video. Nothing is requested from the external service before the user presses play. */
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { toVideoEmbedUrl } from '@waypost/survey-logic/video-embed';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './video-player.module.css';

interface Props {
  /** URL as it was entered. */
  url: string;
  title: string;
}

/** A play button that is replaced by the player. */
export function VideoPlayer({ url, title }: Props) {
  const { t } = useTranslation();
  const [playingUrl, setPlayingUrl] = useState<string | null>(null);
  const embedUrl = toVideoEmbedUrl(url);
  if (embedUrl === null) return null;
  const service = embedUrl.startsWith('https://player.vimeo.com/') ? 'Vimeo' : 'YouTube';
  if (playingUrl === embedUrl) {
    return (
      <iframe
        // oxlint-disable-next-line react/iframe-missing-sandbox -- their origin is not ours: the two together open nothing
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        className={classes['player']}
        src={embedUrl}
        title={title}
        allow="fullscreen; encrypted-media; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  }
  return (
    <div className={classes['poster']}>
      <Button
        variant="default"
        size="md"
        leftSection={<IconPlayerPlay size={20} stroke={1.75} aria-hidden />}
        onClick={() => setPlayingUrl(embedUrl)}
      >
        {t('video.play')}
      </Button>
      <p className={classes['note']}>{t('video.outside', { service })}</p>
    </div>
  );
}
