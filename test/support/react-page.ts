import { hydrateRoot } from 'react-dom/client';
import { app } from './react-shop.ts';

hydrateRoot(document.querySelector('#app') as HTMLElement, app);
