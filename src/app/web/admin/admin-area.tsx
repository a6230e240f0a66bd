import { Outlet } from "@tanstack/react-router";
import { AdminFrame } from "./admin-frame.tsx";
import { AdminGate } from "./admin-gate.tsx";

/**
 * The frame of every admin page. The gate is outside the error boundary, so that people without the right see no errors
 * either.
 */
export function AdminArea() {
  return (
    <AdminGate>
      <AdminFrame>
        <Outlet />
      </AdminFrame>
    </AdminGate>
  );
}
