import { createRoot, hydrateRoot } from 'react-dom/client';
import { app } from './react-shop.ts';

const place = document.querySelector('#app') as HTMLElement;

// Hydrates the markup of a server, or renders the page if there is none.
if (place.firstChild) hydrateRoot(place, app);
else createRoot(place).render(app);
