/** A YouTube or Vimeo video. Nothing is asked of the outside service before somebody presses play. */
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { toVideoEmbedUrl } from '@waypost/survey-logic/video-embed';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './video-player.module.css';

interface Props {
  /** As it was entered. */
  url: string;
  title: string;
}

export function VideoPlayer({ url, title }: Props) {
  const { t } = useTranslation();
  const [playing, setPlaying] = useState<string | null>(null);
  const address = toVideoEmbedUrl(url);
  if (address === null) return null;
  const service = address.includes('vimeo') ? 'Vimeo' : 'YouTube';
  if (playing === address) {
    return (
      <iframe
        // oxlint-disable-next-line react/iframe-missing-sandbox -- their origin is not ours: the two together open nothing
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        className={classes['player']}
        src={address}
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
        onClick={() => setPlaying(address)}
      >
        {t('video.play')}
      </Button>
      <p className={classes['note']}>{t('video.outside', { service })}</p>
    </div>
  );
}
