/** What a template contains: surveys with their questions, categories, roles and saved searches. keys: survey.kind.* */
import { IconLock } from '@tabler/icons-react';
import { type FieldKind, fieldKinds } from '@waypost/contract/surveys/field-types';
import type {
  LocalAttribute,
  LocalCategory,
  LocalSurvey,
  LocalTask,
  LocalTemplate,
} from '@waypost/contract/templates/template-format';
import { markerColor } from '@waypost/survey-logic/post-display';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CategoryIcon } from '../category-icon/category-icon.tsx';
import { useFormatPermissions } from '../roles/permission-labels.ts';
import classes from './templates.module.css';

const kindNames = Object.keys(fieldKinds) as FieldKind[];

/** The kind of a field. Title and description accept either text input. */
const findKind = ({ type, input }: LocalAttribute): FieldKind | undefined =>
  kindNames.find((kind) => fieldKinds[kind].type === type && fieldKinds[kind].input === input) ??
  kindNames.find((kind) => fieldKinds[kind].type === type);

/** Renders the parts that are not empty. */
export function TemplateContents({ template }: { template: LocalTemplate }) {
  const { t } = useTranslation();
  const { forms = [], tags = [], roles = [], savedsearches = [] } = template;
  const formatPermissions = useFormatPermissions();
  return (
    <div className={classes['contents']}>
      {forms.map((survey) => (
        <SurveyContents key={survey.key} survey={survey} />
      ))}
      {tags.length > 0 && (
        <Part title={t('template.part.tags')}>
          <ul className={classes['categories']}>
            {tags.map((category) => (
              <CategoryContents key={category.slug} category={category} />
            ))}
          </ul>
        </Part>
      )}
      {roles.length > 0 && (
        <Part title={t('template.part.roles')}>
          <ul className={classes['rows']}>
            {roles.map((role) => (
              <li key={role.name}>
                <bdi>{role.display_name}</bdi>
                <span className={classes['about']}>{formatPermissions(role)}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {savedsearches.length > 0 && (
        <Part title={t('template.part.savedsearches')}>
          <ul className={classes['rows']}>
            {savedsearches.map((search) => (
              <li key={search.name}>
                <bdi>{search.name}</bdi>
                {search.description && (
                  <span className={classes['about']} dir="auto">
                    {search.description}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes['part']}>
      <h3 className={classes['partTitle']}>{title}</h3>
      {children}
    </section>
  );
}

function SurveyContents({ survey }: { survey: LocalSurvey }) {
  return (
    <section className={classes['part']}>
      <h3 className={classes['partTitle']}>
        <span className={classes['dot']} style={{ background: markerColor(survey.color) }} />
        <bdi>{survey.name}</bdi>
      </h3>
      {survey.description && (
        <p className={classes['about']} dir="auto">
          {survey.description}
        </p>
      )}
      {survey.stages.map((task) => (
        <TaskContents key={task.label} task={task} />
      ))}
    </section>
  );
}

function TaskContents({ task }: { task: LocalTask }) {
  const { t } = useTranslation();
  return (
    <>
      {task.type === 'task' && (
        <h4 className={classes['taskTitle']}>
          <bdi>{task.label}</bdi>
          {task.task_is_internal_only && (
            <span className={classes['mark']}>{t('survey.task.isInternal')}</span>
          )}
        </h4>
      )}
      <ol className={classes['rows']}>
        {task.attributes.map((attribute) => {
          const kind = findKind(attribute);
          return (
            <li key={attribute.key}>
              <bdi>{attribute.label}</bdi>
              <span className={classes['about']}>
                {kind ? t(`survey.kind.${kind}.name`) : attribute.type}
                {attribute.required && ` · ${t('survey.field.isRequired')}`}
                {attribute.response_private && (
                  <>
                    {' · '}
                    <IconLock size={13} stroke={1.75} aria-hidden /> {t('survey.field.isPrivate')}
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function CategoryContents({ category }: { category: LocalCategory }) {
  return (
    <li>
      <span className={classes['category']}>
        <CategoryIcon icon={category.icon} color={category.color} size={18} />
        <bdi>{category.tag}</bdi>
      </span>
      {category.children.length > 0 && (
        <ul className={classes['categories']}>
          {category.children.map((child) => (
            <li key={child.slug}>
              <span className={classes['category']}>
                <CategoryIcon icon={child.icon} color={child.color} size={18} />
                <bdi>{child.tag}</bdi>
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
