/** Categories in two levels. */
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import type { Category } from '@waypost/contract/categories';
import { markerColor } from '@waypost/survey-logic/post-display';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { categoryTree, toggleCategory } from '../category-tree.ts';
import { faultText } from '../field-faults.ts';
import { FieldGroup } from '../field-group.tsx';
import type { FieldProps } from '../field-props.tsx';
import { useFormSurroundings } from '../form-surroundings.ts';
import classes from '../survey-form.module.css';
import type { AnswerList } from '../use-survey-form.ts';

const idOf = (answer: unknown): string => {
  const bare = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : answer;
  return typeof bare === 'string' || typeof bare === 'number' ? String(bare) : '';
};

const idsOf = (answers: AnswerList): string[] => answers.map(idOf).filter((it) => it !== '');

export function CategoryField({ attribute, answers, onAnswers, faults }: FieldProps) {
  const { t } = useTranslation();
  const { categories } = useFormSurroundings();
  const tree = useMemo(
    () => categoryTree(categories, (attribute.options ?? []).map(Number)),
    [categories, attribute.options],
  );
  const chosen = idsOf(answers);
  const isChosen = ({ id }: Category) => chosen.includes(String(id));
  const box = (category: Category, someInside: boolean) => (
    <Checkbox
      size="md"
      classNames={{ body: classes['option'] ?? '', input: classes['box'] ?? '' }}
      label={
        <span className={classes['category']}>
          {category.color && (
            <span className={classes['dot']} style={{ background: markerColor(category.color) }} />
          )}
          <span dir="auto">{category.tag}</span>
        </span>
      }
      checked={isChosen(category)}
      indeterminate={someInside && !isChosen(category)}
      onChange={() => onAnswers((now) => toggleCategory(tree, idsOf(now), category.id))}
    />
  );
  return (
    <FieldGroup of={attribute} error={faultText(faults)}>
      {tree.length === 0 && <p className={classes['hint']}>{t('surveyForm.noCategories')}</p>}
      <ul className={classes['tree']}>
        {tree.map(({ category, children }) => (
          <li key={category.id}>
            {box(category, children.some(isChosen))}
            {children.length > 0 && (
              <ul className={classes['branch']} aria-label={category.tag}>
                {children.map((child) => (
                  <li key={child.id}>{box(child, false)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </FieldGroup>
  );
}
