;; out[rows × columns] = x[rows × inner] · weights[inner × columns] + bias[columns], all of 32-bit floats, row by row.
;; `columns` is a multiple of 16; the weights of 16 columns stand together, row by row. For 16 columns at a time, so that their
;; weights stay in the nearest cache for all rows, and for two rows at a time, so that each weight is read once for both.
(module
  (memory (export "memory") 1)
  (func (export "multiply")
    (param $x i32) (param $weights i32) (param $bias i32) (param $out i32)
    (param $rows i32) (param $inner i32) (param $columns i32)
    (local $column i32) (local $row i32) (local $left i32) (local $at i32) (local $from i32) (local $next i32) (local $to i32)
    (local $stride i32) (local $length i32)
    (local $value v128) (local $other v128) (local $weight v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local $e v128) (local $f v128) (local $g v128) (local $h v128)
    (local.set $stride (i32.shl (local.get $columns) (i32.const 2)))
    (local.set $length (i32.shl (local.get $inner) (i32.const 2)))
    (loop $columns16
      (local.set $row (i32.const 0))
      (local.set $from (local.get $x))
      (loop $pairs
        (local.set $to (i32.add (local.get $bias) (i32.shl (local.get $column) (i32.const 2))))
        (local.set $e (local.tee $a (v128.load (local.get $to))))
        (local.set $f (local.tee $b (v128.load offset=16 (local.get $to))))
        (local.set $g (local.tee $c (v128.load offset=32 (local.get $to))))
        (local.set $h (local.tee $d (v128.load offset=48 (local.get $to))))
        (local.set $at
          (i32.add (local.get $weights) (i32.shl (i32.mul (local.get $column) (local.get $inner)) (i32.const 2))))
        (local.set $left (local.get $inner))
        (local.set $next
          (select
            (i32.add (local.get $from) (local.get $length))
            (local.get $from)
            (i32.lt_u (i32.add (local.get $row) (i32.const 1)) (local.get $rows))))
        (loop $sum
          (local.set $value (v128.load32_splat (local.get $from)))
          (local.set $other (v128.load32_splat (local.get $next)))
          (local.set $weight (v128.load (local.get $at)))
          (local.set $a (f32x4.relaxed_madd (local.get $value) (local.get $weight) (local.get $a)))
          (local.set $e (f32x4.relaxed_madd (local.get $other) (local.get $weight) (local.get $e)))
          (local.set $weight (v128.load offset=16 (local.get $at)))
          (local.set $b (f32x4.relaxed_madd (local.get $value) (local.get $weight) (local.get $b)))
          (local.set $f (f32x4.relaxed_madd (local.get $other) (local.get $weight) (local.get $f)))
          (local.set $weight (v128.load offset=32 (local.get $at)))
          (local.set $c (f32x4.relaxed_madd (local.get $value) (local.get $weight) (local.get $c)))
          (local.set $g (f32x4.relaxed_madd (local.get $other) (local.get $weight) (local.get $g)))
          (local.set $weight (v128.load offset=48 (local.get $at)))
          (local.set $d (f32x4.relaxed_madd (local.get $value) (local.get $weight) (local.get $d)))
          (local.set $h (f32x4.relaxed_madd (local.get $other) (local.get $weight) (local.get $h)))
          (local.set $from (i32.add (local.get $from) (i32.const 4)))
          (local.set $next (i32.add (local.get $next) (i32.const 4)))
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (br_if $sum (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
        (local.set $to
          (i32.add (local.get $out)
            (i32.shl (i32.add (i32.mul (local.get $row) (local.get $columns)) (local.get $column)) (i32.const 2))))
        (v128.store (local.get $to) (local.get $a))
        (v128.store offset=16 (local.get $to) (local.get $b))
        (v128.store offset=32 (local.get $to) (local.get $c))
        (v128.store offset=48 (local.get $to) (local.get $d))
        ;; The last of an odd number of rows was computed twice.
        (if (i32.lt_u (i32.add (local.get $row) (i32.const 1)) (local.get $rows))
          (then
            (local.set $to (i32.add (local.get $to) (local.get $stride)))
            (v128.store (local.get $to) (local.get $e))
            (v128.store offset=16 (local.get $to) (local.get $f))
            (v128.store offset=32 (local.get $to) (local.get $g))
            (v128.store offset=48 (local.get $to) (local.get $h))
            (local.set $from (local.get $next))))
        (br_if $pairs
          (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 2))) (local.get $rows))))
      (br_if $columns16
        (i32.lt_u (local.tee $column (i32.add (local.get $column) (i32.const 16))) (local.get $columns))))))
