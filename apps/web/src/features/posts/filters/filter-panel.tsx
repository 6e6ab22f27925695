/** All filters: over the list on a desk, over the whole screen on a phone. The list underneath keeps up with each choice. */
import { ActionIcon, Button, Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { drawCircle } from '../../../blocks/map-circle/circle-drawing.ts';
import { countFilters, withoutFilters } from '../../../blocks/post-search/post-search.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { usePhone } from '../../../ui/use-phone.ts';
import { FilterFields } from './filter-fields.tsx';
import classes from './filters.module.css';
import { useChangeSearch } from './use-change-search.ts';

interface Props {
  /** How many posts there are with these filters, once that is known. */
  total: number | undefined;
  onClose: () => void;
}

export default function FilterPanel({ total, onClose }: Props) {
  const { t } = useTranslation();
  const isPhone = usePhone();
  const search = useSearch({ from: '/_map' });
  const change = useChangeSearch();
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const clear = () => {
    change(withoutFilters);
    // The button has nothing more to do, and would take the focus, and Escape, with it.
    title.current?.focus();
  };
  const draw = () => {
    drawCircle(true);
    // On a phone the panel, and the list under it, hide the map.
    if (isPhone) {
      onClose();
      void navigate({ to: '/views/map', search: (before) => before });
    }
  };
  const panel = (
    <Panel
      head={
        <div className={classes['panelHead']}>
          <h2 ref={title} tabIndex={-1} data-quiet-focus className={classes['panelTitle']}>
            {t('post.filter.title')}
          </h2>
          <ActionIcon aria-label={t('action.close')} onClick={onClose}>
            <Icon of={IconX} />
          </ActionIcon>
        </div>
      }
      foot={
        <div className={classes['panelFoot']}>
          <Button
            variant="subtle"
            color="gray"
            size="md"
            disabled={countFilters(search) === 0}
            onClick={clear}
          >
            {t('post.filter.clear')}
          </Button>
          <Button size="md" className={classes['show'] ?? ''} onClick={onClose}>
            {total === undefined ? t('state.loading') : t('post.filter.show', { count: total })}
          </Button>
        </div>
      }
    >
      <FilterFields onDraw={draw} />
    </Panel>
  );
  if (isPhone)
    return (
      <Modal.Root opened fullScreen onClose={onClose}>
        {/* The content is the dialog: a name given to the whole would name nothing. */}
        <Modal.Content aria-label={t('post.filter.title')}>
          <Modal.Body p={0} h="100%">
            {panel}
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves it, wherever in it one is
    <section
      className={classes['over']}
      aria-label={t('post.filter.title')}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      {panel}
    </section>
  );
}
