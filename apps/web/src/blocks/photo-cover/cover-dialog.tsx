/** A dialog in which parts of a picture are covered: faces, plates, screens, names. keys: photoCover.shape.* photoCover.style.* photoCover.size.* */
import './photo-cover-labels.ts';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, SegmentedControl, Text } from '@mantine/core';
import { IconArrowBackUp, IconSquarePlus } from '@tabler/icons-react';
import { coverStyles, type PictureCover } from '@waypost/contract/media/picture-covers';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';
import { CoverCanvas } from './cover-canvas.tsx';
import { createBox } from './covers.ts';
import { FindFacesButton } from './find-faces-button.tsx';
import classes from './photo-cover.module.css';
import { type CoverTool, useCoverDrawing } from './use-cover-drawing.ts';
import { type LoadedPicture, useLoadedPicture } from './use-loaded-picture.ts';

const shapes = ['box', 'brush'] as const;
/** The chosen segment has a background of its own: the moving one is misplaced while the dialog opens. */
const segments = {
  size: 'md',
  classNames: { indicator: classes['indicator'] ?? '', label: classes['segment'] ?? '' },
} as const;
/** Diameters of the brush as parts of the longer side. */
const brushSizes = { small: 0.03, medium: 0.06, large: 0.12 } as const;
const brushSizeNames = ['small', 'medium', 'large'] as const;

interface Props {
  /** URL, or the file itself before the upload. */
  picture: string | Blob;
  /** What happens to the original. */
  note: string;
  onSave: (covers: readonly PictureCover[], picture: LoadedPicture) => Promise<unknown>;
  onClose: () => void;
}

/** Closes when the picture was saved; errors are shown in it. */
export default function CoverDialog({ picture, note, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const { loaded, error } = useLoadedPicture(picture);
  return (
    <Modal opened onClose={onClose} fullScreen title={t('photoCover.title')}>
      {error !== undefined && <ErrorState messages={[t('photoCover.unreadable')]} />}
      {!loaded && error === undefined && <ListSkeleton rows={1} height={320} />}
      {loaded && <CoverEditor picture={loaded} note={note} onSave={onSave} onClose={onClose} />}
    </Modal>
  );
}

function CoverEditor({
  picture,
  note,
  onSave,
  onClose,
}: Omit<Props, 'picture'> & { picture: LoadedPicture }) {
  const { t } = useTranslation();
  const [shape, setShape] = useState<CoverTool['shape']>('box');
  const [style, setStyle] = useState<CoverTool['style']>('pixelate');
  const [size, setSize] = useState<keyof typeof brushSizes>('medium');
  const drawing = useCoverDrawing({ shape, style, size: brushSizes[size] });
  const save = useAsyncAction<void, unknown>(async () => {
    await onSave(drawing.covers, picture);
    onClose();
  });
  const choose =
    <T extends string>(values: readonly T[], set: (value: T) => void) =>
    (chosen: string) => {
      const value = values.find((it) => it === chosen);
      if (value !== undefined) set(value);
    };
  return (
    <div className={classes['editor']}>
      <Text size="sm">{t('photoCover.lead')}</Text>
      <div className={classes['tools']}>
        <SegmentedControl
          {...segments}
          aria-label={t('photoCover.tool')}
          value={shape}
          onChange={choose(shapes, setShape)}
          data={shapes.map((value) => ({ value, label: t(`photoCover.shape.${value}`) }))}
        />
        <SegmentedControl
          {...segments}
          aria-label={t('photoCover.look')}
          value={style}
          onChange={choose(coverStyles, setStyle)}
          data={coverStyles.map((value) => ({ value, label: t(`photoCover.style.${value}`) }))}
        />
        {shape === 'brush' ? (
          <SegmentedControl
            {...segments}
            aria-label={t('photoCover.brushSize')}
            value={size}
            onChange={choose(brushSizeNames, setSize)}
            data={brushSizeNames.map((value) => ({ value, label: t(`photoCover.size.${value}`) }))}
          />
        ) : (
          <Button
            size="md"
            variant="default"
            leftSection={<Icon icon={IconSquarePlus} size={18} />}
            onClick={() => drawing.add(createBox(style, [0.4, 0.4], [0.6, 0.6]))}
          >
            {t('photoCover.addBox')}
          </Button>
        )}
        <FindFacesButton picture={picture} style={style} onFound={drawing.add} />
      </div>
      <CoverCanvas picture={picture} drawing={drawing} />
      {save.error && <ErrorState messages={formatErrorMessages(save.error)} />}
      <div className={classes['below']}>
        <Text size="sm" c="dimmed" flex={1}>
          {note}
        </Text>
        <Button
          size="md"
          variant="default"
          leftSection={<Icon icon={IconArrowBackUp} size={18} />}
          disabled={!drawing.canUndo}
          onClick={drawing.undo}
        >
          {t('photoCover.undo')}
        </Button>
      </div>
      <DialogActions>
        <Button variant="default" size="md" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button
          size="md"
          loading={save.isPending}
          disabled={drawing.covers.length === 0}
          onClick={() => save.mutate()}
        >
          {t('photoCover.save')}
        </Button>
      </DialogActions>
    </div>
  );
}
