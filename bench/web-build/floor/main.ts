/** The smallest app on the same foundations, React and the router with one route: the lower limit of any first load. */
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const router = createRouter({ routeTree: createRootRoute({ component: () => createElement('h1', null, 'Home') }) });
createRoot(document.body).render(createElement(RouterProvider, { router }));
